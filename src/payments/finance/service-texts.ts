/** What the services of money answer. */
export const FINANCE_SERVICE = {
  figures: 'Erro ao buscar o financeiro',
  open: 'Erro ao buscar valores a receber',
  entries: 'Erro ao buscar lançamentos',
  renewals: 'Erro ao buscar renovações',
} as const
