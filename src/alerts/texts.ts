/** Messages of the alerts. */
export const ALERT_MESSAGES = {
  service: {
    list: 'Erro ao buscar alertas',
    update: 'Erro ao atualizar alertas',
    notFound: 'Alerta não encontrado',
  },
  resolved: { title: 'Alerta resolvido', description: 'Ele só volta se acontecer de novo.' },
  empty: 'Nenhum alerta no momento',
  emptyHelp: 'Créditos acabando, pacotes vencendo e aulas sem pacote aparecem aqui.',
  emptyOfType: 'Nenhum alerta deste tipo',
} as const
