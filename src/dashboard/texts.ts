/** Messages of the dashboard. */
export const DASHBOARD_MESSAGES = {
  service: 'Erro ao buscar estatísticas',
  loadFailed: {
    title: 'Erro ao carregar dashboard',
    description: 'Ocorreu um erro ao carregar os dados.',
  },
  charts: {
    title: 'Evolução',
    revenue: { title: 'Receita por mês', none: 'Os pacotes vendidos nos últimos 6 meses aparecem aqui.' },
    lessons: { title: 'Aulas por semana', none: 'As aulas das últimas 8 semanas aparecem aqui.' },
    rating: { title: 'Avaliação média por mês', none: 'As avaliações dos últimos 6 meses aparecem aqui.' },
  },
} as const
