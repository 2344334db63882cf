export const DASHBOARD_MESSAGES = {
  service: 'Erro ao buscar estatísticas',
  loadFailed: { title: 'Erro ao carregar dashboard', description: 'Ocorreu um erro ao carregar os dados.' },
} as const
