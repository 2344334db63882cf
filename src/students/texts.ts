export const STUDENT_MESSAGES = {
  service: {
    list: 'Erro ao buscar alunos',
    create: 'Erro ao criar aluno',
    update: 'Erro ao atualizar aluno',
    remove: 'Erro ao remover aluno',
    notFound: 'Aluno não encontrado',
    alreadyDeleted: 'Este aluno já foi apagado',
    /** Shown when a write about an anonymised student is refused. */
    anonymized: 'Este aluno foi anonimizado: não é mais possível registrar nem alterar dados dele.',
    created: 'Aluno criado com sucesso',
    updated: 'Aluno atualizado com sucesso',
    removed: 'Aluno removido com sucesso',
    rotate: 'Erro ao gerar novo link',
  },
  toast: {
    notFound: 'Aluno não encontrado',
    loadFailed: {
      title: 'Erro ao carregar alunos',
      description: 'Ocorreu um erro ao carregar a lista de alunos.',
    },
    createFailed: { title: 'Erro ao criar aluno', description: 'Ocorreu um erro inesperado.' },
    saveFailed: { title: 'Erro', description: 'Erro ao salvar dados do aluno' },
  },
  /** The screen's title, and its link where the title is too long. */
  import: { title: 'Importar alunos', link: 'Importar' },
  empty: {
    title: 'Nenhum aluno encontrado',
    first: 'Comece adicionando seu primeiro aluno',
    firstAction: 'Adicionar Primeiro Aluno',
    newest: 'Os que você cadastrar por último aparecem aqui.',
    filtered: 'Tente ajustar os filtros de busca',
    none: 'Nenhum aluno ativo',
    noneWithCredits: 'Nenhum aluno ativo com créditos',
  },
  /** The lessons in which a student who leaves had taken an offered place. */
  freed: (whens: readonly string[]) => `Lugares que tinha aceitado e ficaram livres: ${whens.join(' · ')}`,
  /** Shown after a student was added. */
  nextPackage: (name: string) => `${name} ainda não tem pacote.`,
} as const
