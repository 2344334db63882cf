import { describe, expect, it, test } from 'vitest'
import type { SkipIntent, SkippedOccurrence } from '@/credits/intents'
import { planRestore } from '@/credits/plan-restore'
import { planRegistration, planSkip } from '@/credits/plan-session'
import type { PlanResult, CreditFacts, ExtensionFacts } from '@/credits/plan-types'
import { undoOf, undoOfSkip } from '@/credits/undo-of'
import {
  creditFacts,
  NOW,
  packageFacts,
  registrationIntent,
  studentFacts,
  TODAY,
} from '../../support/world/facts'

/** Occurrences of the agenda in credit plans. */

const OP = '00000000-0000-4000-8000-000000000001'
const PACK = '00000000-0000-4000-8000-0000000000a1'
const student = studentFacts({ packages: [packageFacts({ id: PACK })] })
const skipped = (overrides: Partial<SkippedOccurrence> = {}): SkippedOccurrence => ({
  slotId: 'slot',
  slotDate: TODAY,
  day: TODAY,
  startsAt: { instant: `${TODAY}T15:00:00Z`, zone: 'America/Sao_Paulo' },
  movedTo: null,
  studentIds: ['s1'],
  ...overrides,
})
const intent = (overrides: Partial<SkipIntent> = {}): SkipIntent => ({
  opId: OP,
  occurrences: [skipped()],
  reason: 'rain',
  ...overrides,
})
const facts = (overrides: Partial<CreditFacts> = {}) => creditFacts({ students: [student], ...overrides })

function planned(result: PlanResult) {
  if (!result.success) throw new Error(result.message)
  return result
}
const ROW = { slot_id: 'slot', slot_date: TODAY }

describe('skipping', () => {
  it('takes no credit and makes no lesson', () => {
    const { plan, effects } = planned(planSkip(intent(), facts(), NOW))
    expect(plan).toMatchObject({ lessons: [], based_on: [], extensions: { add: [], take_back: [] } })
    expect(plan.skips).toEqual({ add: [{ ...ROW, reason: 'rain', moved_to: null }] })
    expect(effects).toEqual([])
  })

  it.each([
    ['rain', 'Chuva'],
    ['holiday', 'Feriado'],
  ] as const)(
    'for %s gives the package that it would have used more time; each of a day is a cause',
    (reason, words) => {
      const twice = [skipped(), skipped({ slotId: 'other' })]
      const asked = intent({ reason, occurrences: twice, extension: { days: 7 } })
      const { plan, offer, effects } = planned(planSkip(asked, facts(), NOW))
      expect(offer?.packages).toHaveLength(1)
      expect(plan.extensions.add).toMatchObject(
        ['slot', 'other'].map((slot_id) => ({
          package_id: PACK,
          days: 7,
          reason: words,
          batch_id: null,
          session_id: null,
          slot_id,
          slot_date: TODAY,
          day: TODAY,
        })),
      )
      expect(effects).toMatchObject([{ validity: [{ extendedBy: 7 }] }])
      expect(plan.based_on).toHaveLength(1)
    },
  )

  it('leaves out who was deleted since', () => {
    const asked = intent({ occurrences: [skipped({ studentIds: ['gone', 's1'] })], extension: { days: 7 } })
    expect(planned(planSkip(asked, facts(), NOW)).plan.extensions.add).toHaveLength(1)
  })
})

/** Days that a skip of the slot gave. */
const given: ExtensionFacts = {
  id: 'e1',
  student_id: 's1',
  package_id: PACK,
  days: 7,
  reason: 'Chuva',
  batch_id: null,
  session_id: null,
  slot_id: 'slot',
  slot_date: TODAY,
  day: TODAY,
  stands: true,
  kept: false,
}

test('another skip of a day that has days names the student too, although no day comes', () => {
  const there = facts({ extensions: [{ ...given, slot_id: 'other' }] })
  expect(planSkip(intent(), there, NOW).plan.extensions.add).toMatchObject([{ days: 7 }])
  const { plan, effects } = planned(planSkip(intent({ extension: { days: 9 } }), there, NOW))
  expect(plan.extensions.add).toMatchObject([{ student_id: 's1', slot_id: 'slot', days: 7 }])
  expect(plan.based_on).toEqual([{ student_id: 's1', version: student.credits_version }])
  expect(effects).toEqual([])
})

test('undoing a skip plans it again where it had moved, and its days go', () => {
  const asked = intent({ occurrences: [skipped()], extension: { days: 7 } })
  const { plan } = planned(planSkip(asked, facts(), NOW))
  const undo = undoOf(plan, facts(), [], [])
  if (undo === null) throw new Error('Nothing to undo')
  for (const change of [undo, undoOfSkip(asked)]) {
    const restored = planned(planRestore({ opId: 'undo', ...change }, facts({ extensions: [given] }), NOW))
    expect(restored.plan.skips).toMatchObject({
      add: [{ ...ROW, reason: null, moved_to: null, ops: expect.arrayContaining([plan.op_id]) }],
    })
    expect(restored.effects).toMatchObject([{ validity: [{ extendedBy: -7 }] }])
  }
})

describe('registering an occurrence', () => {
  const slot = { slotId: 'slot', slotDate: TODAY, movedTo: null }
  const others = [
    { ...given, id: 'e2', slot_id: 'other' },
    { ...given, id: 'e3', slot_id: null, slot_date: null, day: null, batch_id: 'recess' },
  ]
  const there = facts({ extensions: [given, ...others] })

  it('names it, and the days that its skip gave go, no others', () => {
    const only = facts({ extensions: [given] })
    const asked = registrationIntent({ slot })
    const { plan, effects } = planned(planRegistration(asked, only, NOW))
    expect(plan.lessons[0]?.session).toMatchObject({ slot_id: 'slot', slot_date: TODAY })
    expect(effects).toMatchObject([{ validity: [{ extendedBy: -7 }] }])
    // Another skip on that day gave the same days, so the package keeps them.
    expect(planned(planRegistration(asked, there, NOW)).effects).toMatchObject([{ validity: [] }])
  })

  // 'p2' ends on the 5th, the other one on the 10th with the days of the skip, on the 3rd without.
  it.each([
    ['its own slot, the package that ends first without the days of the skip', { slot }, PACK],
    ['no slot, the package that ends first', {}, 'p2'],
  ])('takes, with %s', (_, answered, taken) => {
    const packages = [
      packageFacts({ id: PACK, expiry_date: '2026-12-10', extended_days: 7 }),
      packageFacts({ id: 'p2', expiry_date: '2026-12-05' }),
    ]
    const rules = { package_order: 'expires_first' as const, cancel_extension_days: 0 }
    const both = facts({ students: [studentFacts({ packages })], extensions: [given], rules })
    const { plan } = planned(planRegistration(registrationIntent(answered), both, NOW))
    expect(plan.lessons[0]?.participants).toMatchObject([{ student_id: 's1', package_id: taken }])
  })
})
