/** Texts about messages that screens need at once, apart from those of the sheet, which loads later. */
export const MESSAGE_TEXTS = {
  /** Labels of the button that opens the message, by kind. */
  actions: {
    low_credits: 'Avisar',
    expiring_package: 'Avisar',
    expired_package: 'Avisar',
    unassigned_session: 'Avisar',
    no_club_registered: 'Pedir dados',
    payment_overdue: 'Cobrar',
    open_amount: 'Cobrar',
    lesson_summary: 'Enviar resumo',
    tomorrow_lesson: 'Lembrar',
    moved_lesson: 'Avisar',
    cancelled_lesson: 'Avisar',
    opening: 'Avisar',
    student_link: 'Enviar link',
    agreement: 'Enviar combinados',
  },
  /** The button's name for screen readers: 'Avisar: Marina Costa'. */
  to: (action: string, name: string) => `${action}: ${name}`,
  opened: (day: string) => `Mensagem aberta em ${day}`,
  recordFailed: 'Não foi possível anotar que a mensagem foi aberta',
  linkLater: 'Enviar o link do aluno. Também fica no perfil dele.',
} as const

/** Texts about students who were told or not yet. */
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
