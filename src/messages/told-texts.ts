/** Texts about who was told, and who was not yet. */
export const TOLD = {
  untold: 'Não avisados',
  allTold: 'Todos já foram avisados',
  title: 'Avise os alunos',
  left: (count: number) =>
    count === 1 ? 'Falta avisar 1 aluno.' : `Falta avisar ${count} alunos, um por um.`,
  done: 'Todos já foram avisados.',
  action: 'Avisar',
  close: 'Fechar',
} as const
