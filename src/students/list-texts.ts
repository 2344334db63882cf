/** Texts of the list of students; other screens do not load them. */
export const STUDENT_LIST = {
  table: {
    label: 'Alunos',
    columns: {
      aluno: 'Aluno',
      aula: 'Próxima aula',
      creditos: 'Créditos',
      validade: 'Validade',
      aberto: 'Em aberto',
    },
    actions: 'Ações',
    today: 'hoje',
    tomorrow: 'amanhã',
    late: 'atrasado',
  },
  actions: { chat: 'Mensagem', register: 'Registrar aula', sell: 'Novo Pacote', statement: 'Ver extrato' },
} as const
