import { describe, expect, it } from 'vitest'
import { planRecess, planUndoRecess, recessEffects } from '@/domain/credits/plan-recess'
import { creditFacts, NOW, packageFacts, studentFacts, TODAY } from '../../support/world/facts'

const RECESS = { from: '2026-12-20', until: '2027-01-05' }
const ID = '00000000-0000-4000-8000-000000000001'
const of = (overrides: Parameters<typeof packageFacts>[0], anonymized = false) =>
  recessEffects([studentFacts({ anonymized, packages: [packageFacts(overrides)] })], RECESS, TODAY)

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

  it('are none for an anonymised student', () => {
    expect(of({}, true)).toEqual([])
  })
})

it('the plan gives one extension for each package, under ids that a repeat finds again', () => {
  const facts = creditFacts({ students: [studentFacts()] })
  const plan = () => {
    const planned = planRecess({ id: ID, ...RECESS }, facts, NOW, TODAY)
    return planned.ok ? planned.plan : null
  }
  expect(plan()?.extensions.add).toMatchObject([
    { package_id: 'p1', days: 17, batch_id: ID, day: null, reason: 'Recesso de 20/12/2026 a 05/01/2027' },
  ])
  expect(plan()).toEqual(plan())
})

it('undoing leaves out what an anonymised student has', () => {
  const facts = creditFacts({
    students: [studentFacts(), studentFacts({ id: 's2', anonymized: true, packages: [] })],
  })
  const row = { package_id: 'p1', days: 17, reason: '', session_id: null, day: null, batch_id: ID }
  const given = [
    { ...row, id: 'e1', student_id: 's1' },
    { ...row, id: 'e2', student_id: 's2', package_id: 'p2' },
  ]
  const planned = planUndoRecess('op', given, facts, NOW)
  expect(planned.ok && planned.plan.extensions).toEqual({ add: [], take_back: ['e1'] })
})
