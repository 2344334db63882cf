export const CLUB_MESSAGES = {
  loadFailed: 'Erro ao carregar clubes',
  saveFailed: 'Erro ao salvar clube',
  removeFailed: 'Erro ao remover clube',
  defaultFailed: 'Erro ao definir clube padrão',
  notFound: 'Clube não encontrado',
  alreadyDeleted: 'Este clube já foi apagado',
  added: 'Clube adicionado',
  updated: 'Clube atualizado',
  removed: 'Clube removido',
  defaultSet: 'Clube padrão definido',
  empty: {
    title: 'Nenhum clube cadastrado',
    description: 'Cadastre onde você dá aulas: o clube padrão já vem escolhido em cada aula.',
  },
  confirmRemove: 'Tem certeza que deseja remover este clube? Esta ação não pode ser desfeita.',
  form: { nameRequired: 'Nome é obrigatório' },
} as const
