import { describe, expect, it } from 'vitest'
import {
  expiredCredits,
  firstToExpire,
  expiryDate,
  expiryText,
  firstLessonDay,
  isUsable,
  packageName,
  packageStatus,
  progressPercent,
  usableCredits,
  validityInWords,
} from '@/packages/rules'
import { TODAY, packageFacts } from '../../support/world/facts'

const ends = (remaining_classes: number, expiry_date: string | null) =>
  packageFacts({ remaining_classes, expiry_date })

describe('package status', () => {
  it.each([
    ['consumed when nothing remains', { remaining_classes: 0 }, 'consumed'],
    ['consumed before expired', { remaining_classes: 0, expiry_date: '2026-11-01' }, 'consumed'],
    ['expired when the expiry is before today', { expiry_date: '2026-11-20' }, 'expired'],
    ['active on its last day', { expiry_date: TODAY }, 'active'],
    ['active until its first lesson', { expiry_date: null }, 'active'],
    ['consumed, although it never began', { expiry_date: null, remaining_classes: 0 }, 'consumed'],
    ['active otherwise', {}, 'active'],
  ] as const)('%s', (_, overrides, expected) => {
    expect(packageStatus(packageFacts(overrides), TODAY)).toBe(expected)
  })
})

describe('usable credits', () => {
  it.each([
    ['a package that starts today', { purchase_date: TODAY }, true],
    ['one that starts tomorrow is not', { purchase_date: '2026-11-22' }, false],
    ['one that expires today', { expiry_date: TODAY }, true],
    ['one that expired yesterday is not', { expiry_date: '2026-11-20' }, false],
    ['one without credits is not', { remaining_classes: 0 }, false],
    ['one that begins with its first lesson', { expiry_date: null }, true],
    ['not before its start date', { expiry_date: null, purchase_date: '2026-11-22' }, false],
  ] as const)('%s', (_, overrides, expected) => {
    expect(isUsable(packageFacts(overrides), TODAY)).toBe(expected)
  })

  it('counts started and valid packages only, and says how many credits expired', () => {
    const packages = [
      packageFacts({ remaining_classes: 2 }),
      packageFacts({ remaining_classes: 3, expiry_date: '2026-11-20' }),
      packageFacts({ remaining_classes: 5, purchase_date: '2026-12-01' }),
      packageFacts({ remaining_classes: 0, expiry_date: '2026-11-20' }),
      packageFacts({ remaining_classes: 4, expiry_date: null }),
    ]
    expect(usableCredits(packages, TODAY)).toBe(6)
    expect(expiredCredits(packages, TODAY)).toBe(3)
  })

  it('expire together or one package before the other; those of no use and without an end are left out', () => {
    const useless = [ends(0, '2026-11-22'), ends(3, '2026-11-20'), ends(4, null)]
    expect(firstToExpire(useless, TODAY)).toBeNull()
    const packages = [...useless, ends(2, '2026-12-20'), ends(1, '2026-12-10'), ends(1, '2026-12-10')]
    expect(firstToExpire(packages, TODAY)).toEqual({ credits: 2, day: '2026-12-10' })
  })
})

it.each([
  [1, 'Pacote de 1 aula'],
  [4, 'Pacote de 4 aulas'],
  [100, 'Pacote de 100 aulas'],
])('a package of %i is %s', (classes, name) => {
  expect(packageName(classes)).toBe(name)
})

it.each([
  ['2026-11-21', 30, '2026-12-21'],
  ['2026-11-21', 0, '2026-11-21'],
  ['2026-11-21', 365, '2027-11-21'],
])('a package from %s valid for %i days ends on %s', (start, days, expected) => {
  expect(expiryDate(start, days)).toBe(expected)
})

it.each([
  ['2026-12-21', '21/12/2026'],
  [null, 'Começa na 1ª aula'],
])('an expiry of %s is shown as %s', (expiry_date, text) => {
  expect(expiryText({ expiry_date })).toBe(text)
})

it.each([
  ['2026-12-01', null, 0, '30 dias'],
  ['2026-12-08', null, 7, '30 dias + 7 de extensão'],
  ['2026-11-01', null, 0, 'Só no dia do início'],
  ['2026-11-08', null, 7, 'Só no dia do início + 7 de extensão'],
  [null, 60, 0, '60 dias'],
  [null, 1, 7, '1 dia + 7 de extensão'],
  ['2027-01-20', 60, 7, '60 dias + 7 de extensão'],
])(
  'until %s, %s days from the first lesson, extended by %i: %s',
  (expiry_date, validity_days, extended_days, text) => {
    expect(validityInWords({ purchase_date: '2026-11-01', expiry_date, validity_days, extended_days })).toBe(
      text,
    )
  },
)

it.each([
  [10, 10, 0],
  [10, 7, 30],
  [3, 2, 33],
  [3, 0, 100],
])('of %i classes, %i remaining: %i percent used', (total_classes, remaining_classes, expected) => {
  expect(progressPercent({ total_classes, remaining_classes })).toBe(expected)
})

it.each([
  ['of a package that keeps its start', '2026-11-05', '2026-11-01', {}],
  ['of one that starts on the day of that lesson', '2026-11-05', '2026-11-05', {}],
  ['of one that starts later: another lesson begins it', null, '2026-11-06', {}],
  ['of one that starts earlier: an earlier lesson may', null, '2026-10-31', {}],
  ['of one that has not begun', null, '2026-11-01', { expiry_date: null }],
  ['of one that begins with its start', null, '2026-11-01', { validity_days: null }],
])('the first lesson is known %s', (_what, first, start, own) => {
  const begun = {
    purchase_date: '2026-11-01',
    expiry_date: '2026-12-12',
    validity_days: 30,
    extended_days: 7,
  }
  expect(firstLessonDay({ ...begun, ...own }, start)).toBe(first)
})
