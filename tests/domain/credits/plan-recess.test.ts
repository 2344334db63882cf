import { describe, expect, it } from 'vitest'
import { addDays } from '@/core/dates'
import { overlappingRecess, overlapText, planRecess, planUndoRecess, recessEffects } from '@/recess/rules'
import { RECESS as WORDS } from '@/recess/texts'
import { creditFacts, NOW, packageFacts, studentFacts, TODAY } from '../../support/world/facts'

const RECESS = { from: '2026-12-20', until: '2027-01-05' }
const ID = '00000000-0000-4000-8000-000000000001'
const of = (overrides: Parameters<typeof packageFacts>[0], anonymized = false) =>
  recessEffects([studentFacts({ anonymized, packages: [packageFacts(overrides)] })], RECESS, TODAY)
const holder = (name: string, id: string, expiry_date: string) =>
  studentFacts({ id: name, name, packages: [packageFacts({ id, expiry_date })] })

describe('the days that a package gets', () => {
  it.each([
    ['all of the recess, both ends included', {}, 17, '2027-01-17'],
    ['from its own start', { purchase_date: '2026-12-30', expiry_date: '2027-01-30' }, 7, '2027-02-06'],
    [
      'one, if it starts on the last day',
      { purchase_date: '2027-01-05', expiry_date: '2027-02-01' },
      1,
      '2027-02-02',
    ],
    ['all, if its last valid day is the first day', { expiry_date: '2026-12-20' }, 17, '2027-01-06'],
  ])('are %s', (_, overrides, days, after) => {
    expect(of(overrides)).toMatchObject([{ days, after }])
  })

  it.each([
    ['used up', { remaining_classes: 0 }],
    ['over before the recess', { expiry_date: '2026-12-19' }],
    ['not begun before its end', { purchase_date: '2027-01-06', expiry_date: '2027-02-01' }],
    ['without an expiry', { expiry_date: null, validity_days: 30 }],
  ])('are none when it is %s', (_, overrides) => {
    expect(of(overrides)).toEqual([])
  })

  it('are none when it has expired, though the recess is past as well', () => {
    const students = [studentFacts({ packages: [packageFacts({ expiry_date: '2026-11-20' })] })]
    expect(recessEffects(students, { from: '2026-11-10', until: '2026-11-25' }, TODAY)).toEqual([])
  })

  // Regression: they counted from its sale, though it lost no day before its first lesson.
  it.each([
    // Regression: all its days counted from the sale, and a package that was not used in the recess got more time.
    ['from it', '2026-11-20', [6]],
    ['none before it', '2026-11-26', []],
  ])('are %s, where the validity begins with the first lesson', (_, first, days) => {
    const pkg = packageFacts({ expiry_date: addDays(first, 34), validity_days: 30, extended_days: 4 })
    const past = { from: '2026-11-15', until: '2026-11-25' }
    const given = recessEffects([studentFacts({ packages: [pkg] })], past, TODAY)
    expect(given.map((each) => each.days)).toEqual(days)
  })

  it('are taken up by a floor that reaches further', () => {
    const students = [
      studentFacts({ packages: [packageFacts({ expiry_date: '2026-12-24', extended_days: 4 })] }),
    ]
    const after = (until_day: string) =>
      recessEffects(students, RECESS, TODAY, [
        { package_id: 'p1', days: null, until_day, day: '2026-12-01' },
      ]).map((each) => each.after)
    expect(after('2026-12-24')).toEqual(['2027-01-06'])
    expect(after('2027-01-20')).toEqual(['2027-01-20'])
  })

  it('are listed by their last day, then by name in Portuguese, in whatever order they were read', () => {
    const read = [
      holder('Zeca', 'p4', '2027-01-02'),
      holder('Ângela', 'p2', '2027-01-03'),
      holder('Bia', 'p1', '2027-01-03'),
      holder('Ana', 'p5', '2027-01-03'),
    ]
    const listed = ['p4', 'p5', 'p2', 'p1']
    for (const students of [read, read.toReversed()])
      expect(recessEffects(students, RECESS, TODAY).map(({ packageId }) => packageId)).toEqual(listed)
  })

  it('are none for an anonymised student', () => {
    expect(of({}, true)).toEqual([])
  })
})

it('the plan gives one extension for each package, under ids that a repeat finds again', () => {
  const facts = creditFacts({ students: [studentFacts()] })
  const plan = () => {
    const planned = planRecess({ id: ID, ...RECESS }, facts, NOW, TODAY, [])
    return planned.success ? planned.plan : null
  }
  expect(plan()?.extensions.add).toMatchObject([
    { package_id: 'bia-p' },
    { package_id: 'p1', days: 17, batch_id: ID, day: null, reason: 'Recesso de 20/12/2026 a 05/01/2027' },
  ])
  expect(plan()).toEqual(plan())
  expect(WORDS.reason({ from: '2026-12-24', until: '2026-12-24' })).toBe('Recesso em 24/12/2026')
})

it('undoing takes back the days that name the recess, but not what an anonymised student has', () => {
  const row = { package_id: 'p1', days: 17, reason: '', session_id: null, slot_id: null, slot_date: null }
  const days = { ...row, day: null, batch_id: ID, stands: true, kept: false, student_id: 's1' }
  const facts = creditFacts({
    students: [studentFacts(), studentFacts({ id: 's2', anonymized: true, packages: [] })],
    extensions: [
      { ...days, id: 'e1' },
      { ...days, id: 'e2', student_id: 's2', package_id: 'p2' },
      { ...days, id: 'e3', batch_id: null },
      { ...days, id: 'e4', batch_id: '00000000-0000-4000-8000-000000000002' },
    ],
  })
  const planned = planUndoRecess('op', ID, facts, NOW)
  expect(planned.success && planned.plan).toMatchObject({
    extensions: { add: [], take_back: ['e1'] },
    recess: { op: 'undo', id: ID },
  })
})

it.each([
  ['2026-12-20', '2026-12-26', 'Já há recesso de 20 a 26/12'],
  ['2026-12-28', '2027-01-03', 'Já há recesso de 28/12 a 03/01'],
  ['2026-12-20', '2026-12-20', 'Já há recesso em 20/12'],
  ['2027-07-05', '2027-07-09', 'Já há recesso de 05 a 09/07/2027'],
  ['2025-07-30', '2025-08-02', 'Já há recesso de 30/07/2025 a 02/08/2025'],
  ['2027-01-04', '2027-01-04', 'Já há recesso em 04/01/2027'],
])('of %s to %s another one is told: %s', (from, until, text) => {
  expect(overlapText({ from, until }, TODAY)).toBe(text)
})

it.each([
  ['2026-12-26', '2026-12-30', true],
  ['2026-12-15', '2026-12-20', true],
  ['2026-12-22', '2026-12-23', true],
  ['2026-12-01', '2026-12-31', true],
  ['2026-12-27', '2026-12-30', false],
  ['2026-12-15', '2026-12-19', false],
])('of 20 to 26/12, days from %s to %s overlap it: %s', (from, until, isRefused) => {
  const given = { from: '2026-12-20', until: '2026-12-26' }
  expect(overlappingRecess([given], { from, until })).toBe(isRefused ? given : undefined)
})

it.each([
  [0, 2, '2 aulas planejadas', '2 aulas planejadas saem da agenda'],
  [2, 1, '2 pacotes · 1 aula planejada', '2 pacotes ganham validade. 1 aula planejada sai da agenda'],
  [0, 0, '', ''],
])('of %i packages and %i lessons names only what it has, and does', (packages, lessons, named, does) => {
  expect(WORDS.has(packages, lessons)).toBe(named)
  expect(WORDS.does(packages, lessons)).toBe(does)
})
