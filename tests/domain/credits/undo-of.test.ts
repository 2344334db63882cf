import { expect, it, test } from 'vitest'
import { skipIntent } from '@/agenda/answers'
import type { Effects } from '@/credits/applied'
import type { LessonUndo } from '@/credits/intents'
import { joinedUndo, skipsEndedBy, undoOf, undoOfSkip } from '@/credits/undo-of'
import { occurrence } from '../../support/world/agenda'
import { creditFacts, sessionFacts } from '../../support/world/facts'
import { edit, register, remove } from '../../support/world/plans'

const lesson = (sessionId: string): LessonUndo => ({ lessons: [{ sessionId, before: null, version: 1 }] })
const rain = skipIntent('o1', [occurrence()], 'rain')

it('of lessons that were answered one after the other undoes all of them, the skip included', () => {
  const skip = undoOfSkip(rain)
  expect(joinedUndo([lesson('l1'), skip, lesson('l2')])).toEqual({
    lessons: [...lesson('l1').lessons, ...lesson('l2').lessons],
    skips: skip.skips,
  })
})

const stored = [
  { id: 'other', version: 9 },
  { id: 'l1', version: 4 },
]
const session = sessionFacts()
const others = creditFacts({ sessions: [sessionFacts({ id: 'other' }), session] })

test('what undoes a registration needs its version, a deletion the lesson, and a change both', () => {
  const registered = { sessionId: 'l1', before: null, version: 4 }
  expect(undoOf(register().plan, others, stored, [])).toEqual({ lessons: [registered], skips: [] })
  expect(undoOf(register().plan, others, [], [])).toBeNull()
  const { plan } = remove({}, { session })
  expect(undoOf(plan, others, stored, [])).toEqual({
    lessons: [{ sessionId: 'l1', before: session, version: null }],
    skips: [],
  })
  expect(undoOf(plan, creditFacts(), stored, [])).toBeNull()
  const { plan: change } = edit({}, { session })
  expect(undoOf(change, creditFacts(), stored, [])).toBeNull()
  expect(undoOf(change, others, [], [])).toBeNull()
})

const key = { slot_id: 'h1', slot_date: '2026-11-20' }
const skip = { ...key, reason: 'rain' as const, moved_to: null, recess_id: null }
const answer = (of: Partial<typeof key> = {}) => ({
  before: null,
  after: {
    id: 'l1',
    date: '2026-11-20T15:00:00Z',
    day: '2026-11-20',
    cancelled_reason: null,
    version: 1,
    ...key,
    ...of,
  },
})
const was = { ...skip, reason: null, moved_to: '2026-11-21T12:00:00Z' }
test.each<[boolean, string, Effects['skips'][number], Effects['lessons']]>([
  [true, 'that the registration of its lesson ends', { before: skip, after: null }, [answer()]],
  [true, 'that had moved', { before: skip, after: was }, [answer()]],
  [false, 'that goes on', { before: skip, after: skip }, [answer()]],
  [false, 'that begins', { before: null, after: skip }, [answer()]],
  [false, 'that was only moved', { before: was, after: null }, [answer()]],
  [false, 'that no lesson answers', { before: skip, after: null }, []],
  [
    false,
    'whose lesson was there',
    { before: skip, after: null },
    [{ before: answer().after, after: answer().after }],
  ],
  [false, 'whose lesson goes', { before: skip, after: null }, [{ before: answer().after, after: null }]],
  [false, 'of another slot', { before: skip, after: null }, [answer({ slot_id: 'h2' })]],
  [false, 'of another day', { before: skip, after: null }, [answer({ slot_date: '2026-11-27' })]],
])('an undo begins a skip again (%s) %s', (begins, _, change, lessons) => {
  const { before } = change
  const none = { packages: [], participants: [], feedbacks: [], payments: [], alerts: [] }
  expect(skipsEndedBy({ ...none, skips: [change], lessons })).toEqual(begins ? [before] : [])
})

it('of a write whose effects are not known ends no skip', () => {
  expect(skipsEndedBy(null)).toEqual([])
})
