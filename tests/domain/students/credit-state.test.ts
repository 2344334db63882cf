import { describe, expect, it } from 'vitest'
import type { LocalDate, StudentWithCredits } from '@/core/model'
import { creditWords, type CreditState } from '@/credits/credit-state'

/** docs/product.md, 'Total and usable credits'. */

const TODAY = '2026-11-23'
type Packages = StudentWithCredits['packages']
const pack = (
  remaining_classes: number,
  purchase_date: LocalDate,
  expiry_date: LocalDate | null,
): Packages[number] => ({
  id: `${remaining_classes} from ${purchase_date}`,
  name: 'Pacote de 10 aulas',
  remaining_classes,
  purchase_date,
  expiry_date,
})
const expired = pack(2, '2026-10-01', '2026-11-22')
const later = pack(8, '2026-11-26', '2026-12-26')
const latest = pack(4, '2026-12-05', '2027-01-05')
const valid = pack(8, '2026-11-01', '2026-12-22')
const soon = pack(3, '2026-11-01', '2026-11-30')

/** Everything that is said, in its order, once with the total and once with what can be used. */
const said = (packages: Packages, open: StudentWithCredits['open'] = []) =>
  (['total', 'usable'] as const).map((counted) => {
    const { sentence, tone, aside, owed } = creditWords({ packages, open }, TODAY, counted)
    const words = [sentence, ...aside.map(({ text }) => text), ...(owed === null ? [] : [owed])]
    return `${words.join(' · ').replaceAll('\u00a0', ' ')} (${tone})`
  })

describe("a student's credits", () => {
  it.each<[string, Packages, CreditState, string, string?]>([
    ['bought for Thursday', [later], 'starts', '8 crédito(s) a partir de 26/11 (green)'],
    ['bought for two days', [latest, later], 'starts', '12 crédito(s) a partir de 26/11 (green)'],
    [
      'bought for Thursday, others expired',
      [expired, later],
      'starts',
      '8 crédito(s) a partir de 26/11 · 2 vencidos (green)',
    ],
    [
      'all expired',
      [expired],
      'expired',
      '2 crédito(s), todos vencidos (red)',
      'Sem créditos · 2 vencidos (red)',
    ],
    [
      'many, all expired',
      [pack(9, '2026-01-01', '2026-11-22')],
      'expired',
      '9 crédito(s), todos vencidos (red)',
      'Sem créditos · 9 vencidos (red)',
    ],
    ['used up', [pack(0, '2026-11-01', '2026-12-22')], 'none', 'Sem créditos (red)'],
    ['never bought', [], 'none', 'Sem créditos (red)'],
    ['valid for seven days more', [soon], 'expiring', '3 crédito(s) · até 30/11 (yellow)'],
    ['some valid for seven days more', [soon, valid], 'expiring', '11 crédito(s) · 3 até 30/11 (green)'],
    ['few', [pack(2, '2026-11-01', '2026-12-22')], 'low', '2 crédito(s) (red)'],
    ['enough', [valid], 'ok', '8 crédito(s) (green)'],
    [
      'enough, one expired',
      [pack(1, '2026-10-01', '2026-11-22'), valid],
      'ok',
      '9 crédito(s) · 1 vencido (green)',
      '8 crédito(s) · 1 vencido (green)',
    ],
    [
      'few, more from Thursday',
      [pack(1, '2026-11-01', '2026-12-22'), later],
      'low',
      '9 crédito(s) · 8 a iniciar (green)',
      '1 crédito(s) · 8 a iniciar (red)',
    ],
    ['valid from the first lesson', [pack(3, '2026-11-01', null)], 'ok', '3 crédito(s) (yellow)'],
  ])('%s', (_, packages, state, total, usable = total) => {
    expect(creditWords({ packages, open: [] }, TODAY).state).toBe(state)
    expect(said(packages)).toEqual([total, usable])
  })

  it.each<[string, Packages, LocalDate, CreditState, string]>([
    ['owed until today', [], TODAY, 'none', 'Sem créditos · deve R$ 460,10 (red)'],
    ['late', [], '2026-11-22', 'owes', 'Sem créditos · deve R$ 460,10 (red)'],
    ['late, with credits', [valid], '2026-11-22', 'owes', '8 crédito(s) · deve R$ 460,10 (green)'],
    [
      'late, all expired',
      [expired],
      '2026-11-22',
      'owes',
      '2 crédito(s), todos vencidos · deve R$ 460,10 (red)',
    ],
  ])('%s', (_, packages, payment_date, state, text) => {
    const open = [
      { open_amount: 200.05, payment_date },
      { open_amount: 260.05, payment_date: '2026-12-01' },
    ]
    expect(creditWords({ packages, open }, TODAY).state).toBe(state)
    expect(said(packages, open)[0]).toBe(text)
  })
})
