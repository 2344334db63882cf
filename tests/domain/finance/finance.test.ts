import { describe, expect, it, test } from 'vitest'
import { csvText } from '@/lib/browser/csv'
import { entriesTable } from '@/payments/finance/entries-csv'
import { whyNotDue } from '@/payments/finance/not-due'
import {
  addMonths,
  renewalMonth,
  renewalTitle,
  waitingRenewals,
  askedMonth,
  canShow,
  monthDays,
  priceInProportion,
  renewalDue,
  renewalOf,
  renewalStart,
  type Entry,
} from '@/payments/finance/rules'
import { RENEWALS } from '@/payments/finance/texts'
import { storedPackage } from '../../support/world/values'

describe('months', () => {
  it.each([
    ['2026-11', 1, '2026-12'],
    ['2026-11', 2, '2027-01'],
    ['2026-01', -1, '2025-12'],
    ['2026-11', -24, '2024-11'],
  ])('%s and %i are %s', (month, count, expected) => {
    expect(addMonths(month, count)).toBe(expected)
  })

  it.each([
    [null, '2026-11'],
    ['2026-02', '2026-02'],
    ['2027-11', '2027-11'],
    ['2027-12', '2026-11'],
    ['1999-12', '2026-11'],
    ['2000-01', '2000-01'],
    ['2026-13', '2026-11'],
    ['ontem', '2026-11'],
  ])('an address that asks for %s shows %s', (asked, shown) => {
    expect(askedMonth(asked, '2026-11')).toBe(shown)
    expect(canShow(shown, '2026-11')).toBe(true)
  })

  it('a near month is read with those up to the running one, any other with the year before it', () => {
    const near = monthDays('2026-03', '2026-11')
    expect([near.length, near[0], near.at(-1)]).toEqual([13, '2025-12-01', '2026-12-01'])
    const far = monthDays('2020-03', '2026-11')
    expect([far[0], far.at(-1)]).toEqual(['2019-04-01', '2020-04-01'])
    expect(['2025-11', '2025-12'].map((month) => monthDays(month, '2026-11').at(-1))).toEqual([
      '2025-12-01',
      '2026-12-01',
    ])
    expect(monthDays('2027-01', '2026-11').at(-1)).toBe('2027-02-01')
  })
})

describe('monthly renewals', () => {
  const days = { start: '2026-12-01', due: '2026-12-05' }

  it.each([
    ['2026-11-24', '2026-11', 'Renovações de novembro', 2],
    ['2026-11-25', '2026-12', 'Renovações de dezembro', 5],
    ['2026-12-31', '2027-01', 'Renovações de janeiro', 5],
  ])('on %s are those of %s', (today, month, title, waiting) => {
    expect(renewalMonth(today)).toBe(month)
    expect(renewalTitle(today)).toBe(title)
    expect(waitingRenewals([2, 5], today, today)).toBe(waiting)
  })

  it.each([
    ['2026-12-01', 5],
    ['2026-12-25', 0],
    ['2027-01-01', 0],
  ])('were counted on 28/11 and are shown on %s as %s', (today, waiting) => {
    expect(waitingRenewals([2, 5], '2026-11-28', today)).toBe(waiting)
  })

  it('are due on the day of the coach, and late ones today', () => {
    expect(renewalDue('2026-12', 5, '2026-11-25')).toBe('2026-12-05')
    expect(renewalDue('2026-12', 5, '2026-12-05')).toBe('2026-12-05')
    expect(renewalDue('2026-12', 5, '2026-12-09')).toBe('2026-12-09')
  })

  it('begin on the first of their month, never in the past', () => {
    expect(renewalStart('2026-12', '2026-11-25')).toBe('2026-12-01')
    expect(renewalStart('2026-12', '2026-12-01')).toBe('2026-12-01')
    expect(renewalStart('2026-12', '2026-12-22')).toBe('2026-12-22')
  })

  it('repeat classes, price and validity as they were sold, and stay monthly', () => {
    const pkg = storedPackage({
      total_classes: 10,
      price: 320,
      sold_classes: 8,
      sold_price: 640.5,
      purchase_date: '2026-11-03',
      expiry_date: '2026-12-10',
    })
    const values = {
      totalClasses: 8,
      price: 640.5,
      validityDays: 30,
      firstLessonValidity: false,
      renewsMonthly: true,
      startDate: '2026-12-01',
      paymentDate: '2026-12-05',
    }
    expect(renewalOf(pkg, days)).toEqual(values)
    const fromFirst = { ...pkg, validity_days: 45, expiry_date: null }
    expect(renewalOf(fromFirst, days)).toEqual({ ...values, validityDays: 45, firstLessonValidity: true })
  })

  // Regression: a package that had ended, or had no credit left, 'still had' its credits until a day that was over.
  it.each([
    [{}, 'Ainda tem 2 créditos, até 15/11/2026'],
    [{ expiry_date: '2026-11-14' }, 'Venceu em 14/11/2026 com 2 créditos'],
    [{ expiry_date: null }, 'Ainda tem 2 créditos; a validade começa na 1ª aula'],
    [{ remaining_classes: 0 }, 'O dinheiro foi devolvido'],
    // Regression: of one whose credits were left, the money was not said to have been given back.
    [{ expiry_date: '2026-11-07' }, 'O dinheiro foi devolvido'],
    [{ expiry_date: '2026-11-08' }, 'Venceu em 08/11/2026 com 2 créditos'],
    [{ remaining_classes: 0, bought: '2026-11-03' }, 'Já comprou outro, com início em 03/11/2026'],
  ])('say of what is not ticked, where it has %o: %s', (overrides, said) => {
    const pkg = storedPackage({ remaining_classes: 2, expiry_date: '2026-11-15', ...overrides })
    expect(
      whyNotDue({ ...pkg, student_name: 'Ana', bought: null, ...overrides }, '2026-11', '2026-11-15'),
    ).toBe(said)
  })

  it('are of as many classes and of the price that the coach says; the price in proportion is a suggestion', () => {
    const pkg = storedPackage({
      sold_classes: 8,
      sold_price: 880,
      purchase_date: '2026-11-03',
      expiry_date: '2026-12-03',
      extended_days: 0,
    })
    expect(renewalOf(pkg, days, { classes: 9, price: 990 })).toMatchObject({
      totalClasses: 9,
      price: 990,
      validityDays: 30,
    })
    expect([9, 8, 1].map((classes) => priceInProportion(pkg, classes))).toEqual([990, 880, 110])
    expect(priceInProportion({ ...pkg, sold_classes: 3, sold_price: 100 }, 2)).toBe(66.67)
    expect(priceInProportion({ ...pkg, sold_classes: 1, sold_price: 99_999_999 }, 2)).toBeNull()
    expect(priceInProportion({ ...pkg, sold_price: 99_999_999.99 }, 8)).toBe(99_999_999.99)
    // The package was sold as one class of one day. Renewed, it would expire on the day on which it begins.
    const single = { ...pkg, sold_classes: 1, expiry_date: pkg.purchase_date }
    expect(renewalOf(single, days)).toMatchObject({ totalClasses: 1, validityDays: 0 })
    expect(renewalOf(single, days, { classes: 4, price: 400 })).toMatchObject({ validityDays: 30 })
  })
})

const entry = (overrides: Partial<Entry>): Entry => ({
  id: '00000000-0000-4000-8000-000000abcdef',
  user_id: 'u',
  student_id: 's',
  package_id: 'p',
  kind: 'payment',
  amount: 1200.5,
  paid_on: '2026-11-22',
  method: 'pix',
  payer_name: null,
  note: null,
  own: false,
  created_at: '2026-11-22T12:00:00Z',
  package: { name: 'Pacote de 8 aulas', student: { name: 'João “Ação”' } },
  ...overrides,
})

test('those that another device renewed are named in singular and plural', () => {
  expect(RENEWALS.already(['Ana'])).toMatch(/^Ana: já renovado antes/)
  expect(RENEWALS.already(['Ana', 'Bia'])).toMatch(/^Ana, Bia: já renovados antes/)
})

describe('the CSV of a month', () => {
  it('is read right by a Brazilian spreadsheet: methods, refunds below zero, and no formula', () => {
    const table = entriesTable([
      entry({}),
      entry({ kind: 'refund', amount: 100, method: 'cash', payer_name: '=1+1', note: 'duas; partes' }),
    ])
    expect(csvText(table)).toBe(
      [
        '\uFEFFData;Tipo;Aluno;Pacote;Pago por;Forma;Valor;Observação;Lançamento',
        '22/11/2026;Pagamento;João “Ação”;Pacote de 8 aulas;;PIX;1200,5;;00000000-0000-4000-8000-000000abcdef',
        "22/11/2026;Devolução;João “Ação”;Pacote de 8 aulas;'=1+1;" +
          'Dinheiro;-100;"duas; partes";00000000-0000-4000-8000-000000abcdef',
        '',
      ].join('\r\n'),
    )
  })
})
