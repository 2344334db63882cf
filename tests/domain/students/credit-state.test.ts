import { describe, expect, it } from 'vitest'
import type { LocalDate, StudentWithCredits } from '@/core/model'
import { creditAction, creditSentence, creditWords, type CreditState } from '@/credits/credit-state'
import { listedPackage } from '../../support/world/values'

/** docs/product.md, 'Total and usable credits'. */

const TODAY = '2026-11-23'
type Packages = StudentWithCredits['packages']
const pack = (remaining_classes: number, purchase_date: LocalDate, expiry_date: LocalDate | null) =>
  listedPackage({
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

/** Everything that is said about the credits, in order: once with the total, once with the usable credits. */
const said = (packages: Packages, open: StudentWithCredits['open'] = []) =>
  (['total', 'usable'] as const).map((counted) => {
    const { sentence, tone, aside, owed } = creditWords({ packages, open }, TODAY, counted)
    const words = [sentence, ...aside.map(({ text }) => text), ...(owed === null ? [] : [owed])]
    return `${words.join(' · ').replaceAll('\u00a0', ' ')} (${tone})`
  })

describe("a student's credits", () => {
  it.each<[string, Packages, CreditState, string, string?]>([
    ['bought for Thursday', [later], 'starts', '8 crédito(s) a partir de 26/11 (green)'],
    ['bought for two days', [latest, later], 'starts', '12 crédito(s) a partir de 26/11 e 05/12 (green)'],
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
      'one, expired',
      [pack(1, '2026-01-01', '2026-11-22')],
      'expired',
      '1 crédito(s), vencido (red)',
      'Sem créditos · 1 vencido (red)',
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
      { id: 'first', open_amount: 200.05, payment_date },
      { id: 'second', open_amount: 260.05, payment_date: '2026-12-01' },
    ]
    expect(creditWords({ packages, open }, TODAY).state).toBe(state)
    expect(said(packages, open)[0]).toBe(text)
  })
})

const student = (
  packages: Packages,
  about: Partial<Pick<StudentWithCredits, 'open' | 'status' | 'credits_version'>> = {},
) => ({ packages, open: [], status: 'active' as const, credits_version: 3, ...about })
const owed = (id: string, payment_date: LocalDate) => ({ id, payment_date, open_amount: 460 })

describe('one sentence and one action', () => {
  it.each<[string, ReturnType<typeof student>, string, string | null]>([
    ['enough', student([valid]), '8 créditos até 22/12', null],
    ['enough, some expire first', student([soon, valid]), '11 créditos, 3 até 30/11', 'renew'],
    ['few', student([pack(1, '2026-11-01', '2026-12-22')]), '1 crédito até 22/12', 'renew'],
    [
      'few, more from Thursday',
      student([pack(1, '2026-11-01', '2026-12-22'), later]),
      '1 crédito até 22/12 · 8 a iniciar',
      null,
    ],
    ['some expire, more from Thursday', student([soon, later]), '3 créditos até 30/11 · 8 a iniciar', null],
    ['some expired', student([valid, expired]), '8 créditos até 22/12 · 2 vencidos', null],
    [
      'some expired, more from Thursday',
      student([expired, later]),
      '8 créditos a partir de 26/11 · 2 vencidos',
      `start ${later.id}`,
    ],
    ['into next year', student([pack(8, '2026-11-20', '2027-01-10')]), '8 créditos até 10/01/2027', null],
    [
      'from next year',
      student([pack(8, '2027-01-10', null)]),
      '8 créditos a partir de 10/01/2027',
      'start 8 from 2027-01-10',
    ],
    ['from the first lesson', student([pack(3, '2026-11-01', null)]), '3 créditos', null],
    [
      'bought for two days',
      student([latest, later]),
      '12 créditos a partir de 26/11 e 05/12',
      `start ${later.id}`,
    ],
    ['all expired', student([expired]), '2 créditos, todos vencidos', `extend ${expired.id}`],
    [
      'expired thrice: the last one',
      student([pack(1, '2026-09-01', '2026-10-01'), expired, pack(1, '2026-08-01', '2026-09-01')]),
      '4 créditos, todos vencidos',
      `extend ${expired.id}`,
    ],
    [
      'expired, and a pending lesson takes the last credit of another one',
      student([expired, pack(0, '2026-11-01', '2026-12-22')]),
      '2 créditos, todos vencidos',
      `extend ${expired.id}`,
    ],
    [
      'one, expired',
      student([pack(1, '2026-10-01', '2026-11-22')]),
      '1 crédito, vencido',
      'extend 1 from 2026-10-01',
    ],
    ['used up', student([]), 'Sem créditos', 'renew'],
    ['never bought', student([], { credits_version: 0 }), 'Sem créditos', 'sell'],
    ['due today', student([], { open: [owed('due', TODAY)] }), 'Sem créditos · deve R$ 460,00', 'renew'],
    [
      'late twice: the longest',
      student([valid], { open: [owed('new', '2026-11-20'), owed('old', '2026-11-02')] }),
      '8 créditos até 22/12 · deve R$ 920,00',
      'pay old',
    ],
    ['does not come any more', student([], { status: 'inactive' }), 'Sem créditos', null],
  ])('%s', (_, somebody, sentence, action) => {
    expect(creditSentence(somebody, TODAY).replaceAll('\u00a0', ' ')).toBe(sentence)
    const done = creditAction(somebody, TODAY)
    expect(done && ('packageId' in done ? `${done.kind} ${done.packageId}` : done.kind)).toBe(action)
  })
})
