export const ALERT_MESSAGES = {
  service: {
    list: 'Erro ao buscar alertas',
    update: 'Erro ao atualizar alertas',
    notFound: 'Alerta não encontrado',
  },
  resolved: { title: 'Alerta resolvido', description: 'Ele só volta se acontecer de novo.' },
  empty: 'Nenhum alerta no momento',
  emptyHelp: 'Créditos acabando, pacotes vencendo e aulas sem pacote aparecem aqui.',
  /** The student's other alerts, beside the gravest. */
  others: (count: number) => (count === 1 ? 'mais 1 alerta' : `mais ${count} alertas`),
  tellAll: (count: number) => `Avisar todos (${count})`,
  resolve: 'Resolver',
  profile: 'Ver aluno',
  emptyOfType: 'Nenhum alerta deste tipo',
} as const
