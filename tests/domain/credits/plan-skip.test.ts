import { describe, expect, it, test } from 'vitest'
import type { SkipIntent, SkippedOccurrence } from '@/domain/credits/intents'
import { planRestore } from '@/domain/credits/plan-restore'
import type { PlanResult } from '@/domain/credits/plan-result'
import { planDayCancellation, planRegistration, planSkip } from '@/domain/credits/plan-session'
import type { CreditFacts, ExtensionRow } from '@/domain/credits/plan-types'
import { undoOf, undoOfSkip } from '@/domain/credits/undo-of'
import {
  creditFacts,
  NOW,
  packageFacts,
  registrationIntent,
  sessionFacts,
  studentFacts,
  TODAY,
} from '../../support/world/facts'

/** Occurrences of the agenda in the plans of credits. */

const OP = '00000000-0000-4000-8000-000000000001'
const PACK = '00000000-0000-4000-8000-0000000000a1'
const student = studentFacts({ packages: [packageFacts({ id: PACK })] })
const skipped = (overrides: Partial<SkippedOccurrence> = {}): SkippedOccurrence => ({
  slotId: 'slot',
  slotDate: TODAY,
  day: TODAY,
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
  if (!result.ok) throw new Error(result.message)
  return result
}
const ROW = { slot_id: 'slot', slot_date: TODAY }

describe('skipping', () => {
  it('takes no credit and makes no lesson', () => {
    const { plan, effects } = planned(planSkip(intent(), facts(), NOW))
    expect(plan).toMatchObject({ lessons: [], based_on: [], extensions: { add: [], remove: [] } })
    expect(plan.skips).toEqual({ add: [{ ...ROW, reason: 'rain', moved_to: null }], remove: [] })
    expect(effects).toEqual([])
  })

  it.each([
    ['rain', 'Chuva'],
    ['holiday', 'Feriado'],
  ] as const)(
    'for %s gives the package that it would have used more time, once for a day',
    (reason, words) => {
      const twice = [skipped(), skipped({ slotId: 'other' })]
      const asked = intent({ reason, occurrences: twice, extension: { days: 7 } })
      const { plan, offer } = planned(planSkip(asked, facts(), NOW))
      expect(offer?.packages).toHaveLength(1)
      expect(plan.extensions.add).toMatchObject([
        { package_id: PACK, days: 7, reason: words, session_id: null, day: TODAY, batch_id: null },
      ])
      expect(plan.based_on).toHaveLength(1)
    },
  )

  it('leaves out who was deleted since', () => {
    const asked = intent({
      occurrences: [skipped({ studentIds: ['gone', 's1'] })],
      extension: { days: 7 },
    })
    expect(planned(planSkip(asked, facts(), NOW)).plan.extensions.add).toHaveLength(1)
  })
})

describe('undoing a skip', () => {
  const given: ExtensionRow = {
    id: '',
    student_id: 's1',
    package_id: PACK,
    days: 7,
    reason: 'Chuva',
    session_id: null,
    day: TODAY,
    batch_id: null,
  }

  test('plans it again where it had moved, and takes its extension back', () => {
    const asked = intent({ occurrences: [skipped()], extension: { days: 7 } })
    const { plan } = planned(planSkip(asked, facts(), NOW))
    const undo = undoOf(plan, facts(), [])
    if (undo === null) throw new Error('Nothing to undo')
    const after = facts({ extensions: [{ ...given, id: plan.extensions.add[0]?.id ?? '' }] })
    for (const change of [undo, undoOfSkip(asked)]) {
      const restored = planned(planRestore({ opId: 'undo', ...change }, after, NOW)).plan
      expect(restored.skips).toEqual({ add: [{ ...ROW, reason: null, moved_to: null }], remove: [] })
      expect(restored.extensions).toEqual({ add: [], remove: [plan.extensions.add[0]?.id] })
    }
  })
})

test('cancelling a day takes its lessons and what is planned in one plan, and more time once', () => {
  const session = sessionFacts({ day: TODAY, version: 3 })
  const { plan, offer } = planned(
    planDayCancellation(
      {
        opId: OP,
        sessions: [{ sessionId: session.id, expectedVersion: 3 }],
        occurrences: [skipped()],
        reason: 'rain',
        extension: { days: 7 },
      },
      facts({ session, students: [studentFacts()] }),
      NOW,
    ),
  )
  expect(plan.lessons).toMatchObject([{ op: 'update', session: { cancelled_reason: 'rain' } }])
  expect(plan.skips?.add).toHaveLength(1)
  expect(offer?.packages).toHaveLength(1)
})

describe('registering an occurrence', () => {
  const slot = { slotId: 'slot', slotDate: TODAY }
  const skipGave: ExtensionRow = {
    id: 'e1',
    student_id: 's1',
    package_id: 'p1',
    days: 7,
    reason: 'Chuva',
    session_id: null,
    day: TODAY,
    batch_id: null,
  }

  it('names it, and takes back the time that its skip gave', () => {
    const there = creditFacts({
      extensions: [
        skipGave,
        { ...skipGave, id: 'e2', batch_id: 'recess' },
        { ...skipGave, id: 'e3', day: null },
      ],
    })
    const { plan } = planned(planRegistration(registrationIntent({ slot }), there, NOW))
    expect(plan.lessons[0]?.session).toMatchObject({ slot_id: 'slot', slot_date: TODAY })
    expect(plan.extensions.remove).toEqual(['e1'])
  })

  it('that is no lesson of the agenda takes nothing back', () => {
    const there = creditFacts({ extensions: [skipGave] })
    expect(planned(planRegistration(registrationIntent(), there, NOW)).plan.extensions.remove).toEqual([])
  })

  it('undone after its deletion is that occurrence again', () => {
    const before = sessionFacts({ slot_id: 'slot', slot_date: TODAY })
    const lessons = [{ sessionId: before.id, before, version: null }]
    const change = { lessons, extensions: { added: [], removed: [] } }
    const { plan } = planned(planRestore({ opId: OP, ...change }, creditFacts(), NOW))
    expect(plan.lessons[0]).toMatchObject({ op: 'create', session: { slot_id: 'slot', slot_date: TODAY } })
  })
})
