/** Texts of the coach's calendar for other apps; other screens do not load them. */
export const CALENDAR_TEXTS = {
  feed: 'Erro ao buscar endereço do calendário',
  rotate: 'Erro ao gerar novo endereço',
  rotated: 'Novo endereço gerado',
  feedFile: { title: 'Erro ao baixar o arquivo', description: 'Tente novamente.' },
} as const
