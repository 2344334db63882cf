/** The monthly renewals that wait (docs/product.md, 'Monthly renewals'). */
export function RenewalsCard() {
  return null
}
