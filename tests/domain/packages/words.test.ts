import { expect, it } from 'vitest'
import { openText, untilText } from '@/packages/words'
import { storedPackage } from '../../support/world/values'

/** What a package's card and the exported book say about its validity. */

const TODAY = '2026-11-22'

it.each([
  ['começa em 23/11/2026', '2026-11-23', '2026-12-23'],
  ['até 22/11/2026', '2026-11-22', '2026-11-22'],
  ['venceu em 21/11/2026', '2026-10-01', '2026-11-21'],
  ['validade começa na 1ª aula', '2026-10-01', null],
  ['começa em 23/11/2026', '2026-11-23', null],
])('%s', (text, purchase_date, expiry_date) => {
  expect(untilText(storedPackage({ purchase_date, expiry_date }), TODAY)).toBe(text)
})

it.each([
  [null, 0, TODAY],
  ['R$ 10,00 a mais', -10, '2026-11-01'],
  ['Pagamento até 22/11/2026', 640, TODAY],
  ['R$ 200,00 · Pagamento até 22/11/2026', 200, TODAY],
  ['R$ 200,00 · Pagamento atrasado desde 21/11/2026', 200, '2026-11-21'],
])('says of what is owed: %s', (text, open_amount, payment_date) => {
  const said = openText(storedPackage({ open_amount, payment_date }), TODAY)
  expect(said?.replaceAll('\u00a0', ' ') ?? null).toBe(text)
})
