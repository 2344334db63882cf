/** Messages of the coach's profile. */
export const PROFILE_MESSAGES = {
  loadFailed: 'Erro ao carregar perfil',
  updateFailed: {
    title: 'Erro ao atualizar perfil',
    description: 'Não foi possível salvar as alterações.',
  },
  updated: 'Perfil atualizado',
  form: { nameRequired: 'Nome é obrigatório', sportRequired: 'Selecione o esporte principal' },
} as const
