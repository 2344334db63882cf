/** Texts of the statement of credits, for the coach and on the public page (docs/product.md, 'Statement'). */
export const STATEMENT = {
  title: 'Extrato de créditos',
  short: 'Extrato',
  columns: { line: 'Movimento', credits: 'Créditos', balance: 'Saldo' },
  empty: 'Nenhum movimento ainda',
  emptyHelp: 'Cada venda, aula, falta e ajuste aparece aqui, com o saldo de depois.',
  emptyPeriod: 'Nenhum movimento neste período',
  loading: 'Carregando extrato',
  more: 'Carregar mais',
  loadingMore: 'Carregando...',
  moreFailed: 'Erro ao carregar mais movimentos',
  print: 'Imprimir ou salvar PDF',
  preparing: 'Preparando...',
  printFailed: 'Erro ao preparar a impressão',
  allPackages: 'Todos os pacotes',
  balance: { now: 'Saldo atual', opening: 'Saldo inicial', closing: 'Saldo final' },
  expired: (count: number) => `dos quais ${count} ${count === 1 ? 'vencido' : 'vencidos'}`,
  period: (from: string, to: string) => `${from === '' ? 'Do início' : from} a ${to}`,
  reversed: 'A data final vem antes da inicial',
  /** On the public page. */
  newest: (count: number) => `Os ${count} movimentos mais recentes`,
} as const
