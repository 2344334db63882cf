/** Texts of the statement of credits, for the coach and on the public page (docs/product.md, 'Statement'). */
export const STATEMENT = {
  title: 'Extrato de créditos',
  short: 'Extrato',
  /** On the public page. */
  newest: (count: number) => `Os ${count} movimentos mais recentes`,
} as const
