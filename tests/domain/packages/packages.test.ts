import { describe, expect, it } from 'vitest'
import {
  PACKAGE_STATUS_LABELS,
  PUBLIC_PACKAGE_STATUS_LABELS,
  expiredCredits,
  expiryDate,
  isUsable,
  packageName,
  packageStatus,
  progressPercent,
  usableCredits,
} from '@/domain/packages/packages'
import { TODAY, packageFacts } from '../../support/world/facts'

describe('package status', () => {
  it.each([
    ['consumed when nothing remains', { remaining_classes: 0 }, 'consumed'],
    ['consumed before expired', { remaining_classes: 0, expiry_date: '2026-11-01' }, 'consumed'],
    ['expired when the expiry is before today', { expiry_date: '2026-11-20' }, 'expired'],
    ['active on its last day', { expiry_date: TODAY }, 'active'],
    ['active otherwise', {}, 'active'],
  ] as const)('%s', (_, overrides, expected) => {
    expect(packageStatus(packageFacts(overrides), TODAY)).toBe(expected)
  })

  it("'expired' is Vencido to the coach and Expirado on the public page", () => {
    expect(PACKAGE_STATUS_LABELS).toEqual({ active: 'Ativo', consumed: 'Consumido', expired: 'Vencido' })
    expect(PUBLIC_PACKAGE_STATUS_LABELS).toEqual({
      active: 'Ativo',
      consumed: 'Consumido',
      expired: 'Expirado',
    })
  })
})

describe('usable credits', () => {
  it.each([
    ['a package that starts today', { purchase_date: TODAY }, true],
    ['one that starts tomorrow is not', { purchase_date: '2026-11-22' }, false],
    ['one that expires today', { expiry_date: TODAY }, true],
    ['one that expired yesterday is not', { expiry_date: '2026-11-20' }, false],
    ['one without credits is not', { remaining_classes: 0 }, false],
  ] as const)('%s', (_, overrides, expected) => {
    expect(isUsable(packageFacts(overrides), TODAY)).toBe(expected)
  })

  it('counts started and valid packages only, and says how many credits expired', () => {
    const packages = [
      packageFacts({ remaining_classes: 2 }),
      packageFacts({ remaining_classes: 3, expiry_date: '2026-11-20' }),
      packageFacts({ remaining_classes: 5, purchase_date: '2026-12-01' }),
      packageFacts({ remaining_classes: 0, expiry_date: '2026-11-20' }),
    ]
    expect(usableCredits(packages, TODAY)).toBe(2)
    expect(expiredCredits(packages, TODAY)).toBe(3)
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
  [10, 10, 0],
  [10, 7, 30],
  [3, 2, 33],
  [3, 0, 100],
])('of %i classes, %i remaining: %i percent used', (total_classes, remaining_classes, expected) => {
  expect(progressPercent({ total_classes, remaining_classes })).toBe(expected)
})
