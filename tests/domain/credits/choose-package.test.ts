import { describe, expect, it } from 'vitest'
import {
  choosePackage,
  isSamePlace,
  packageOptions,
  placeColumns,
  placeOf,
  type Place,
} from '@/credits/charge'
import type { PackageFacts } from '@/credits/plan-types'
import { TODAY, packageFacts, studentFacts } from '../../support/world/facts'

/** The package chosen by expiry, and the package chosen by purchase date. */
const chosen = (packages: PackageFacts[]) => [
  choosePackage(packages, TODAY, 'expires_first')?.id,
  choosePackage(packages, TODAY, 'oldest')?.id,
]

describe('the package that a lesson takes', () => {
  const old = packageFacts({ id: 'old', purchase_date: '2026-10-01', expiry_date: '2026-12-31' })
  const recent = packageFacts({ id: 'recent', purchase_date: '2026-11-10', expiry_date: '2026-11-30' })

  it('is the earliest expiry among equal purchases', () => {
    const sooner = packageFacts({ id: 'z', purchase_date: old.purchase_date, expiry_date: '2026-11-25' })
    expect(choosePackage([old, sooner], TODAY, 'oldest')?.id).toBe('z')
  })

  it('is one that has begun among equal purchases', () => {
    const waiting = packageFacts({ id: 'a', purchase_date: old.purchase_date, expiry_date: null })
    expect(choosePackage([waiting, old], TODAY, 'oldest')?.id).toBe('old')
    expect(choosePackage([waiting], TODAY, 'oldest')?.id).toBe('a')
  })

  it('is the smallest id among equal dates', () => {
    const twin = { ...old, id: 'a' }
    expect(choosePackage([old, twin], TODAY, 'oldest')?.id).toBe('a')
    expect(choosePackage([twin, old], TODAY, 'oldest')?.id).toBe('a')
  })

  it.each([
    ['has no credits', { remaining_classes: 0 }],
    ["expired before the lesson's day", { expiry_date: '2026-11-20' }],
    ["starts after the lesson's day", { purchase_date: '2026-11-22' }],
    ['waits for its first lesson, before its start', { purchase_date: '2026-11-22', expiry_date: null }],
  ] as const)('is never one that %s', (_, overrides) => {
    expect(choosePackage([packageFacts(overrides)], TODAY, 'oldest')).toBeNull()
  })

  it("is judged on the lesson's day: a package that has expired since was valid then", () => {
    const expired = packageFacts({ expiry_date: '2026-11-15' })
    expect(choosePackage([expired], '2026-11-15', 'oldest')?.id).toBe('p1')
    expect(choosePackage([expired], '2026-11-16', 'oldest')).toBeNull()
  })

  it("by the coach's rule is the one that expires first; one whose validity has not begun expires last", () => {
    const open = packageFacts({
      id: 'open',
      purchase_date: '2026-10-01',
      expiry_date: null,
      validity_days: 30,
    })
    expect(chosen([old, recent])).toEqual(['recent', 'old'])
    expect(chosen([open, old])).toEqual(['old', 'old'])
    expect(chosen([open])).toEqual(['open', 'open'])
    expect(choosePackage([open], '2026-09-30', 'oldest')).toBeNull()
  })

  it('leaves the list that it was given as it was', () => {
    const packages = [recent, old]
    choosePackage(packages, TODAY, 'oldest')
    expect(packages).toEqual([recent, old])
  })
})

it('a lesson may take any package with credits, those outside their validity marked, and the one that it has', () => {
  const student = studentFacts({
    packages: [
      packageFacts({ id: 'new', purchase_date: '2026-11-10' }),
      packageFacts({ id: 'today', purchase_date: TODAY }),
      packageFacts({ id: 'expired', purchase_date: '2026-09-01', expiry_date: '2026-10-01' }),
      packageFacts({ id: 'upcoming', purchase_date: '2026-11-22' }),
      packageFacts({ id: 'empty', remaining_classes: 0 }),
      packageFacts({ id: 'used', purchase_date: '2026-10-15', remaining_classes: 0 }),
    ],
  })
  const options = packageOptions(student, TODAY, 'used')
  expect(options.map((option) => [option.package.id, option.validity, option.current])).toEqual([
    ['expired', 'expired', false],
    ['used', 'valid', true],
    ['new', 'valid', false],
    ['today', 'valid', false],
    ['upcoming', 'upcoming', false],
  ])
})

const paid = (packageId: string, by: 'rule' | 'hand' = 'rule'): Place => ({
  attendance: 'present',
  charge: { kind: 'package', packageId, by },
})
const owed: Place = { attendance: 'present', charge: { kind: 'owed' } }
it.each<[boolean, Place | null, Place | null]>([
  [true, null, null],
  [false, null, owed],
  [true, owed, { ...owed }],
  [false, owed, { ...owed, attendance: 'absent' }],
  [false, owed, paid('p1')],
  [true, paid('p1'), paid('p1')],
  [false, paid('p1'), paid('p2')],
  [false, paid('p1'), paid('p1', 'hand')],
])('two places are the same (%s): %j, %j', (same, one, other) => {
  expect([isSamePlace(one, other), isSamePlace(other, one)]).toEqual([same, same])
})

it.each([
  { attendance: 'excused' as const, package_id: null, manually_assigned: false, spared_package_id: 'p1' },
  { attendance: 'cancelled' as const, package_id: null, manually_assigned: false },
  { attendance: 'absent' as const, package_id: null, manually_assigned: false },
  { attendance: 'present' as const, package_id: 'p1', manually_assigned: true },
])('a place is stored and read as %j', (columns) => {
  expect(placeColumns(placeOf(columns))).toEqual(columns)
})
