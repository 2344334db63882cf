import { describe, expect, test } from 'vitest'
import { skipIntent } from '@/agenda/answers'
import { signsOf } from '@/agenda/occurrence-signs'
import type { ExpectedStudent } from '@/agenda/rules'
import type { Participant, RegistrationIntent } from '@/credits/intents'
import {
  mustQueue,
  openFeedbacks,
  pendingFeedback,
  pendingSessions,
  pendingStudents,
  registrationOf,
  sentTaps,
  withPendingAnswers,
  withPendingLessons,
  withPendingSessions,
} from '@/outbox/pending'
import { newEntry, type OutboxIntent, type OutboxEntry } from '@/outbox/rules'
import { occurrence } from '../../support/world/agenda'
import { lessonIntent, listedPackage, studentValues } from '../../support/world/values'

const KEPT = new Date('2026-11-21T12:00:00.000Z')

const student: OutboxIntent = {
  kind: 'student',
  student: studentValues({ name: 'Eva Nova', phone: '(11) 91234-5678' }),
}
const lesson = (id: string, day: string, ...studentIds: string[]): OutboxIntent => ({
  kind: 'session',
  session: lessonIntent(studentIds, {
    opId: id,
    sessionId: id,
    date: `${day}T12:00:00.000Z`,
    lessonDay: day,
  }),
})

const kept = (id: string, intent: OutboxIntent, overrides: Partial<OutboxEntry> = {}): OutboxEntry => ({
  ...newEntry({ id, owner: 'ana', intent, names: {}, unknown: false }, [], KEPT),
  ...overrides,
})

const bruno = {
  id: 'bruno',
  total_credits: 3,
  packages: [
    listedPackage({ id: 'old', remaining_classes: 1, expiry_date: '2026-11-30' }),
    listedPackage({ id: 'new', purchase_date: '2026-11-10', expiry_date: '2026-12-10' }),
  ],
}

describe('a new student who waits', () => {
  test('looks like an active one without a package', () => {
    const waiting = [kept('a', lesson('a', '2026-11-20', 'eva')), kept('eva', student)]
    expect(pendingStudents(waiting, [], 0)).toMatchObject([
      {
        id: 'eva',
        name: 'Eva Nova',
        email: null,
        phone: '5511912345678',
        status: 'active',
        total_credits: 0,
        packages: [],
        open: [],
      },
    ])
  })

  test('is not listed twice once the server’s list has them', () => {
    expect(pendingStudents([kept('eva', student, { state: 'sending' })], [{ id: 'eva' }], 0)).toEqual([])
  })

  test('stays until a list that was read after coming home', () => {
    const home = kept('eva', student, { state: 'sent', sentAt: KEPT.toISOString() })
    expect(pendingStudents([home], [], KEPT.getTime() - 1)).toHaveLength(1)
    expect(pendingStudents([home], [], KEPT.getTime() + 1)).toEqual([])
  })
})

describe('lessons that wait', () => {
  test('are listed newest first, without what the list has and what is home', () => {
    const entries = [
      kept('a', lesson('a', '2026-11-18', 'bruno')),
      kept('b', lesson('b', '2026-11-20', 'bruno')),
      kept('c', lesson('c', '2026-11-19', 'bruno'), { state: 'sending' }),
      kept('d', lesson('d', '2026-11-17', 'bruno'), { state: 'sent' }),
      kept('eva', student),
    ]
    expect(pendingSessions(entries).map(({ id }) => id)).toEqual(['b', 'c', 'a'])
    expect(pendingSessions(entries, [{ id: 'c' }]).map(({ id }) => id)).toEqual(['b', 'a'])
  })

  test('count among the credits that are shown, each by the day of its lesson', () => {
    const entries = [
      kept('eva', student),
      kept('home', lesson('home', '2026-11-20', 'bruno'), { state: 'sent' }),
      kept('a', lesson('a', '2026-11-20', 'bruno', 'carla'), { order: 1 }),
      kept('b', lesson('b', '2026-11-20', 'bruno'), { order: 2 }),
      kept('c', lesson('c', '2026-10-01', 'bruno'), { order: 3 }),
    ]
    const [after] = withPendingSessions([bruno], entries, 'oldest')
    expect(after?.total_credits).toBe(1)
    expect(after?.packages).toMatchObject([
      { remaining_classes: 0, expiry_date: '2026-11-30' },
      { remaining_classes: 1, expiry_date: '2026-12-10' },
    ])
    expect(bruno.total_credits).toBe(3)
  })

  test('begin a validity that begins with the first lesson', () => {
    const waiting = bruno.packages.map((pkg) => ({
      ...pkg,
      expiry_date: null,
      validity_days: 30,
      extended_days: 7,
    }))
    const entries = [kept('a', lesson('a', '2026-11-20', 'bruno'))]
    const [after] = withPendingSessions([{ ...bruno, packages: waiting }], entries, 'oldest')
    expect(after?.packages.map(({ expiry_date }) => expiry_date)).toContain('2026-12-27')
    // A lesson before the first one begins it anew, a later one does not.
    const begun = waiting.map((pkg) => ({ ...pkg, expiry_date: '2026-12-28' }))
    const entry = kept('b', lesson('b', '2026-11-22', 'bruno'))
    const expiries = [entry, ...entries].map(
      (each) =>
        withPendingSessions([{ ...bruno, packages: begun }], [each], 'oldest')[0]?.packages[0]?.expiry_date,
    )
    expect(expiries).toEqual(['2026-12-28', '2026-12-27'])
  })
})

test('a lesson that did not happen, or who does not pay in it, takes no credit of those that are shown', () => {
  const rained = lessonIntent(['bruno'], { lessonDay: '2026-11-20', cancelledReason: 'rain' })
  const excused = lessonIntent([], {
    lessonDay: '2026-11-20',
    participants: [{ studentId: 'bruno', attendance: 'excused' }],
  })
  const entries = [rained, excused].map((session, at) => kept(`${at}`, { kind: 'session', session }))
  expect(withPendingSessions([bruno], entries, 'oldest')).toEqual([bruno])
})

const who = (id: string, told: Partial<ExpectedStudent>): ExpectedStudent => ({
  id,
  name: id,
  reply: 'not_coming',
  ...told,
})
const inTime = { outcome: 'kept' } as const
const tooLate = { outcome: 'late' } as const
test.each<[string, number, Partial<ExpectedStudent>, Partial<Participant>?, Partial<RegistrationIntent>?]>([
  ['told in time', 3, inTime],
  ['told late', 2, tooLate],
  ['told late and is excused', 3, tooLate, {}, { excused: ['bruno'] }],
  ['told in time and came', 2, inTime, { attendance: 'present' }],
  ['told in time and has stars', 2, inTime, { feedback: { rating: 5, notes: null, tags: [] } }],
  ['comes', 2, { reply: 'coming' }],
  [
    'told of an hour that this device does not know',
    2,
    inTime,
    {},
    { slot: { slotId: 'new', slotDate: '2026-11-20', movedTo: null } },
  ],
  ['told of the hour to which it has moved since', 2, inTime, {}, { date: '2026-11-20T11:00:00.000Z' }],
])(
  'a one-tap answer that waits takes what the agreement charges: who %s has %i credits left',
  (_, left, said, seat, more) => {
    const there = occurrence({ students: [who('carla', inTime), who('bruno', said)] })
    // Replies to other occurrences count only for those.
    const others = [{ slot_id: 'other' }, { slot_date: '2026-11-13' }].map((other) =>
      occurrence({ ...other, students: [who('bruno', inTime)] }),
    )
    const session = lessonIntent([], {
      date: there.starts_at.instant,
      lessonDay: '2026-11-20',
      participants: [{ studentId: 'bruno', feedback: null, ...seat }],
      slot: { slotId: there.slot_id, slotDate: there.slot_date, movedTo: null },
      takesReplies: true,
      ...more,
    })
    const entries = [kept('a', { kind: 'session', session })]
    const [after] = withPendingSessions([bruno], entries, 'oldest', [...others, there])
    expect(after?.total_credits).toBe(left)
  },
)

test('a lesson that may be one that is registered already takes no credit until the coach says so', () => {
  const entry = kept('a', lesson('a', '2026-11-20', 'bruno'), { state: 'refused', beside: ['there'] })
  expect(withPendingSessions([bruno], [entry], 'oldest')).toEqual([bruno])
})

test('a lesson without this student, or that none of the packages can pay, leaves the credits', () => {
  const entries = [
    kept('a', lesson('a', '2026-11-20', 'carla')),
    kept('b', lesson('b', '2020-01-01', 'bruno')),
  ]
  expect(withPendingSessions([bruno], entries, 'oldest')).toEqual([bruno])
})

describe('a lesson goes straight to the server', () => {
  const today = lesson('x', '2026-11-21', 'bruno')
  test.each<[string, OutboxEntry[], boolean]>([
    ['when nothing waits', [], true],
    ['but not past one that waits', [kept('a', lesson('a', '2026-11-20', 'carla'))], false],
    [
      'past one that was refused',
      [kept('a', lesson('a', '2026-11-20', 'carla'), { state: 'refused' })],
      true,
    ],
    ['past a new student of somebody else’s lesson', [kept('eva', student)], true],
    ['but not past its own new student', [kept('bruno', student)], false],
    ['past what is home', [kept('bruno', student, { state: 'sent' })], true],
  ])('%s', (_name, entries, straight) => {
    expect(mustQueue(today, entries)).toBe(!straight)
  })

  test('and so does a student, whatever waits', () => {
    expect(mustQueue(student, [kept('a', lesson('a', '2026-11-20', 'carla'))])).toBe(false)
  })
})

const link: OutboxIntent = {
  kind: 'link',
  link: {
    opId: 'link',
    sessionId: 'registered',
    slot: { slotId: 'slot', slotDate: '2026-11-20', movedTo: null },
    begins: '2026-11-20T12:00:00.000Z',
  },
}

const shown = (entry: OutboxEntry, readAt = KEPT.getTime(), there = occurrence()) =>
  withPendingAnswers([there, occurrence({ slot_id: 'other' })], [entry], readAt)[0]

describe('an answer of the agenda that waits', () => {
  const DAY = '2026-11-20'
  const held = (cancelledReason?: 'rain'): OutboxIntent => ({
    kind: 'session',
    session: lessonIntent(['bruno'], {
      sessionId: 'lesson',
      slot: { slotId: 'slot', slotDate: DAY, movedTo: null },
      ...(cancelledReason && { cancelledReason }),
    }),
  })
  const skipped: OutboxIntent = { kind: 'skip', skip: skipIntent('skip', [occurrence()], 'coach') }
  const there = occurrence()

  test.each<[string, OutboxIntent, object]>([
    ['a lesson', held(), { session_id: 'lesson', cancelled_reason: null }],
    ['a cancelled lesson', held('rain'), { session_id: 'lesson', cancelled_reason: 'rain' }],
    ['a skip', skipped, { reason: 'coach' }],
    ['a link', link, { session_id: 'registered', cancelled_reason: null }],
  ])('is shown: %s', (_, intent, change) => {
    expect(shown(kept('x', intent))).toEqual({ ...there, ...change, pending: true })
  })

  test('says that it was refused, for nothing sends it any more', () => {
    const refused = shown(kept('x', held(), { state: 'refused' }))
    expect(signsOf(refused ?? there, KEPT).map(({ words }) => words)).toEqual(['Precisa de atenção'])
    expect(refused?.session_id).toBe('lesson')
  })

  test('is shown until an agenda that was read after coming home', () => {
    const home = kept('x', held(), { state: 'sent', sentAt: KEPT.toISOString() })
    expect(shown(home, KEPT.getTime() - 1)).toEqual({
      ...there,
      session_id: 'lesson',
      cancelled_reason: null,
    })
    expect(shown(home, KEPT.getTime())).toEqual(there)
  })

  test('gives way to what another device answered', () => {
    const answered = occurrence({ session_id: 'theirs' })
    expect(shown(kept('x', skipped), 0, answered)).toEqual(answered)
    const told = { withoutPackage: [], differs: false, answered: true as const }
    const second = kept('x', held(), { state: 'sent', sentAt: KEPT.toISOString(), outcome: told })
    expect(shown(second, 0)).toEqual(there)
  })
})

test('a note that waits says nothing of how it counts, whatever the one before it did', () => {
  const { slot_id: slotId, slot_date: slotDate, starts_at: startsAt } = occurrence()
  const reply = {
    slot: { slotId, slotDate },
    startsAt,
    studentId: 's1',
    reply: 'not_coming',
    toldAt: 'now',
  } as const
  const late = { reply: 'not_coming', outcome: 'late', told_by: 'student', replied_at: 'earlier' } as const
  const there = occurrence({ students: [{ id: 's1', name: 'Marina Costa', ...late }] })
  expect(shown(kept('x', { kind: 'reply', reply }), KEPT.getTime(), there)?.students).toEqual([
    { id: 's1', name: 'Marina Costa', reply: 'not_coming', replied_at: 'now', told_by: 'coach', noted: 'x' },
  ])
})

const noted = (
  reply: 'not_coming' | null,
  overrides: Partial<OutboxEntry> & { slotId?: string; studentId?: string } = {},
): OutboxEntry => {
  const { slotId = 'slot', studentId = 's1', ...entry } = overrides
  const intent: OutboxIntent = {
    kind: 'reply',
    reply: {
      slot: { slotId, slotDate: '2026-11-20' },
      startsAt: occurrence().starts_at,
      studentId,
      reply,
      toldAt: '2026-11-20T10:00:00.000Z',
    },
  }
  return kept(`${reply} ${entry.order}`, intent, entry)
}

describe('what the coach notes of a student', () => {
  const [silent] = occurrence().students
  const said = { reply: 'not_coming', told_by: 'coach', replied_at: '2026-11-20T10:00:00.000Z' } as const
  const byLink = occurrence({
    students: [{ id: 's1', name: 'Marina Costa', ...said, told_by: 'student', outcome: 'late' }],
  })
  const takenBack = { reply: null, told_by: null, replied_at: null }

  test.each<[string, OutboxEntry[], object | undefined]>([
    [
      'is shown while it waits, and by which entry; what it means the server will say',
      [noted('not_coming', { order: 1 })],
      { ...said, noted: 'not_coming 1' },
    ],
    [
      'counts as it was noted last',
      [noted(null, { order: 2 }), noted('not_coming', { order: 1 })],
      takenBack,
    ],
    ['is not shown when it was refused', [noted('not_coming', { state: 'refused' })], {}],
    ['is of its student alone', [noted('not_coming', { studentId: 's2' })], {}],
    ['is of its lesson alone', [noted('not_coming', { slotId: 'other' })], {}],
  ])('%s', (_, entries, change) => {
    const [first] = withPendingAnswers([occurrence()], entries, KEPT.getTime())
    expect(first?.students).toEqual([{ ...silent, ...change }])
  })

  test('takes the place of what was said by the link, until an agenda that was read after coming home', () => {
    const home = noted('not_coming', { state: 'sent', sentAt: KEPT.toISOString() })
    const shownAt = (readAt: number) => withPendingAnswers([byLink], [home], readAt)[0]?.students
    expect(shownAt(KEPT.getTime() - 1)).toMatchObject([{ told_by: 'coach' }])
    expect(shownAt(KEPT.getTime())).toEqual(byLink.students)
  })

  test('waits for an older note of the same student, and for nothing else', () => {
    const { intent } = noted(null)
    expect(mustQueue(intent, [noted('not_coming'), noted('not_coming', { studentId: 's2' })])).toBe(true)
    expect(mustQueue(intent, [noted('not_coming', { studentId: 's2' })])).toBe(false)
    expect(mustQueue(intent, [noted('not_coming', { state: 'refused' })])).toBe(false)
    expect(mustQueue(intent, [noted('not_coming', { state: 'sent' })])).toBe(false)
    expect(mustQueue(intent, [kept('a', lesson('a', '2026-11-20', 's1'))])).toBe(false)
  })
})

type Tapped = { rating?: number; tags?: string[] }
const feedback = (sessionId: string, studentId: string, tapped: Tapped = {}): OutboxIntent => ({
  kind: 'feedback',
  feedback: { opId: 'f', sessionId, studentId, feedback: { rating: 5, tags: [] }, tapped },
})

test('a feedback overtakes neither its lesson nor an older one of the same student', () => {
  const waiting = [
    kept('lesson', lesson('lesson', '2026-11-20', 'bruno')),
    kept('f', feedback('other', 'eva')),
  ]
  expect(mustQueue(feedback('lesson', 'bruno'), waiting)).toBe(true)
  expect(mustQueue(feedback('other', 'eva'), waiting)).toBe(true)
  expect(mustQueue(feedback('other', 'bruno'), waiting)).toBe(false)
})

test('the stars that wait for a student in a lesson are those of a tap that may still be sent', () => {
  const place = { sessionId: 'lesson', studentId: 'bruno' }
  const [waiting, refused] = [
    kept('waiting', feedback('lesson', 'bruno')),
    kept('refused', feedback('lesson', 'bruno'), { state: 'refused' }),
  ]
  expect(pendingFeedback([refused, kept('eva', feedback('lesson', 'eva'))], place)).toBeUndefined()
  expect(pendingFeedback([refused, waiting], place)?.id).toBe('waiting')
  const sent = kept('sent', feedback('lesson', 'bruno'), { state: 'sent' })
  expect(openFeedbacks([refused, sent, waiting], place)).toEqual([refused, waiting])
  expect(pendingFeedback([{ ...waiting, state: 'sending' }], place)?.id).toBe('waiting')
})

// The next tap replaced the oldest one, which those after it then overwrote.
test('of several feedbacks that wait about a student, the one that is sent last counts', () => {
  const taps = ['first', 'second'].map((id) => kept(id, feedback('lesson', 'bruno')))
  expect(pendingFeedback(taps, { sessionId: 'lesson', studentId: 'bruno' })?.id).toBe('second')
})

test('what this device sent of a feedback is summed up from the last tap back, whatever the entries’ order', () => {
  const sent = (sentAt: string, tapped: Tapped) =>
    kept(sentAt, feedback('lesson', 'bruno', tapped), {
      state: 'sent',
      sentAt: `2026-11-21T${sentAt}:00.000Z`,
    })
  const waits = kept('new', feedback('lesson', 'bruno', { rating: 5 }))
  const entries = [
    waits,
    sent('12:40', { rating: 2 }),
    sent('13:00', { tags: ['Saque'] }),
    sent('12:30', { rating: 1 }),
  ]
  expect(sentTaps(entries, { sessionId: 'lesson', studentId: 'bruno' })).toEqual([
    { tags: ['Saque'] },
    { tags: ['Saque'], rating: 2 },
    { tags: ['Saque'], rating: 2 },
  ])
  expect(sentTaps(entries, { sessionId: 'lesson', studentId: 'eva' })).toEqual([])
  expect(sentTaps(entries, { sessionId: 'other', studentId: 'bruno' })).toEqual([])
  expect(sentTaps([waits], { sessionId: 'lesson', studentId: 'bruno' })).toEqual([])
})

test('a lesson is registered by the entry of its id', () => {
  const entries = [
    kept('f', feedback('b', 'bruno')),
    kept('x', lesson('a', '2026-11-20', 'bruno')),
    kept('y', lesson('b', '2026-11-20', 'bruno')),
  ]
  expect(registrationOf(entries, 'b')?.id).toBe('y')
  expect(registrationOf(entries, 'c')).toBeUndefined()
})

test('a link waits for its lesson, and for nothing else', () => {
  expect(mustQueue(link, [kept('registered', lesson('registered', '2026-11-20', 'bruno'))])).toBe(true)
  expect(mustQueue(link, [kept('other', lesson('other', '2026-11-20', 'bruno'))])).toBe(false)
})

describe('the lessons beside the agenda', () => {
  const zone = 'America/Sao_Paulo'
  const own = kept('a', lesson('a', '2026-11-20', 'bruno'), { names: { bruno: 'Bruno Lima' } })
  const registered = { ...shownOf(own), id: 'registered' }
  const idsOf = (entries: OutboxEntry[], there = [registered]) =>
    withPendingLessons(there, entries, KEPT.getTime(), zone).map(({ id }) => id)

  function shownOf(entry: OutboxEntry) {
    const [shownLesson] = withPendingLessons([], [entry], KEPT.getTime(), zone)
    if (!shownLesson) throw new Error('The lesson waits.')
    return shownLesson
  }

  test('are with those of this device, each once, in the zone of the agenda', () => {
    expect(shownOf(own)).toEqual({
      id: 'a',
      starts_at: { instant: '2026-11-20T12:00:00.000Z', zone },
      day: '2026-11-20',
      cancelled_reason: null,
      students: [{ id: 'bruno', name: 'Bruno Lima' }],
      pending: true,
    })
    expect(idsOf([own])).toEqual(['registered', 'a'])
    expect(idsOf([own], [shownOf(own)])).toEqual(['a'])
  })

  test('are without what was refused, what answers an occurrence, and what the agenda has read since', () => {
    const slot = { slotId: 'slot', slotDate: '2026-11-20', movedTo: null }
    const answer: OutboxIntent = { kind: 'session', session: lessonIntent(['bruno'], { slot }) }
    const home = { ...own, state: 'sent' as const, sentAt: KEPT.toISOString() }
    expect(idsOf([{ ...own, state: 'refused' }, kept('b', answer), { ...home, id: 'c' }])).toEqual([
      'registered',
    ])
  })

  test('are without those that a link makes the lesson of an occurrence, unless another device answered it', () => {
    expect(idsOf([kept('link', link)])).toEqual([])
    const told = { withoutPackage: [], differs: false, answered: true as const }
    expect(idsOf([kept('link', link, { state: 'sent', outcome: told })])).toEqual(['registered'])
    // An agenda that was read after the link was sent and has the lesson still: the link was undone.
    const sentAt = (later: number) =>
      kept('link', link, { state: 'sent', sentAt: new Date(KEPT.getTime() + later).toISOString() })
    expect(idsOf([sentAt(1)])).toEqual([])
    expect(idsOf([sentAt(-1)])).toEqual(['registered'])
  })
})
