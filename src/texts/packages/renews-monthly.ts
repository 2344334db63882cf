/** The mark of a package (docs/product.md, 'Monthly renewals'), in the forms and on its card. */
export const RENEWS_MONTHLY = {
  label: 'Renovar todo mês',
  help: 'A partir do dia 25, ele aparece no Financeiro para você renovar para o mês seguinte.',
} as const
