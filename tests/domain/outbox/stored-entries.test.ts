import { describe, expect, it, test } from 'vitest'
import { ENTRY_VERSION, newEntry, type OutboxEntry } from '@/domain/outbox/outbox'
import { readEntries, type StoredRecord } from '@/domain/outbox/stored-entries'
import { lessonIntent, studentValues } from '../../support/world/values'
import { BRUNO, EVA, LESSON_1, OWNER, REFUSED_1, SENT_1, STUDENT_1 } from './version-1'
import { LESSON_2, STUDENT_2 } from './version-2'

const read = (...records: StoredRecord[]) => readEntries(records)
const broken = ({ id, owner }: StoredRecord) => ({ entries: [], setAside: [{ id, owner, reason: 'broken' }] })

describe('an entry of the first version', () => {
  it('of a lesson has its participants in the order of its students, each with the feedback that is theirs', () => {
    expect(read(LESSON_1)).toEqual({
      entries: [
        {
          version: 6,
          id: LESSON_1.id,
          owner: OWNER,
          intent: {
            kind: 'session',
            session: {
              opId: LESSON_1.id,
              sessionId: LESSON_1.id,
              date: '2026-11-20T13:00:00.000Z',
              lessonDay: '2026-11-20',
              teacher: 'Ana Ribeiro',
              notes: 'Chuva fraca',
              participants: [
                { studentId: BRUNO, feedback: { rating: 3, notes: null, tags: [] } },
                {
                  studentId: EVA,
                  feedback: { rating: 5, notes: 'Ótimo saque', tags: ['Saque', 'Voleio'], clubId: null },
                },
              ],
            },
          },
          names: { [BRUNO]: 'Bruno Lima', [EVA]: 'Eva Nova' },
          order: 2,
          queuedAt: '2026-11-20T14:10:00.000Z',
          state: 'pending',
          tries: 1,
          problem: '',
          gone: false,
          beside: null,
          clock: -420000,
          sentAt: null,
          outcome: null,
        },
      ],
      setAside: [],
    })
  })

  it('of a student, sent or refused stays what it was', () => {
    const { entries, setAside } = read(STUDENT_1, SENT_1, REFUSED_1)
    expect(setAside).toEqual([])
    expect(entries).toMatchObject([
      { state: 'sending', tries: 2, intent: STUDENT_1.intention, queuedAt: STUDENT_1.keptAt },
      { state: 'sent', sentAt: SENT_1.sentAt, outcome: SENT_1.outcome, clock: 'settled' },
      { state: 'refused', problem: REFUSED_1.problem, gone: true },
    ])
  })

  it('whose lesson has no feedback of a student has a participant without it', () => {
    const lesson = { ...LESSON_1.intention.lesson, feedbacks: [] }
    const without = { ...LESSON_1, intention: { kind: 'lesson', lesson } }
    const { entries } = read(without)
    expect(entries).toMatchObject([
      { intent: { session: { participants: [{ studentId: BRUNO }, { studentId: EVA }] } } },
    ])
  })

  it('is not changed where it is stored', () => {
    const before = structuredClone(LESSON_1)
    read(LESSON_1)
    expect(LESSON_1).toEqual(before)
  })

  it('that is damaged is set aside', () => {
    const damaged = { ...LESSON_1, intention: { kind: 'lesson', lesson: { studentIds: [BRUNO] } } }
    expect(read(damaged)).toEqual(broken(damaged))
  })
})

describe('an entry of the second version', () => {
  it.each([
    ['a lesson', LESSON_2],
    ['a student', STUDENT_2],
  ])('of %s means what it meant: everybody was present', (_, record) => {
    expect(read(record)).toEqual({ entries: [{ ...record, version: 6, beside: null }], setAside: [] })
  })
})

describe('an entry of the third version', () => {
  it.each([
    ['a lesson', { ...LESSON_2, version: 3 }],
    ['a student', { ...STUDENT_2, version: 3 }],
  ])('of %s means what it meant', (_, record) => {
    expect(read(record)).toEqual({ entries: [{ ...record, version: 6, beside: null }], setAside: [] })
  })
})

const session = lessonIntent([BRUNO])
const skip = {
  opId: 'op',
  occurrences: [
    { slotId: 'slot', slotDate: '2026-11-20', day: '2026-11-20', movedTo: null, studentIds: [BRUNO] },
  ],
  reason: 'rain' as const,
  extension: { days: 7 },
}
const link = { opId: 'op', sessionId: 'lesson', slot: { slotId: 'slot', slotDate: '2026-11-20' } }
const feedback = {
  opId: 'op',
  sessionId: 'lesson',
  studentId: BRUNO,
  feedback: { rating: 5, tags: ['Saque'], clubId: null },
}
function entryOf(intent: OutboxEntry['intent']): OutboxEntry {
  return newEntry({ id: 'x', owner: OWNER, intent, names: {}, unknown: false }, [], new Date())
}
const entry = entryOf({ kind: 'session', session })

test('what this version writes it reads', () => {
  const cancelled = entryOf({
    kind: 'session',
    session: { ...session, cancelledReason: 'rain', extension: { days: 7 } },
  })
  const excused = entryOf({
    kind: 'session',
    session: {
      ...session,
      participants: [
        { studentId: BRUNO, attendance: 'excused', feedback: null },
        { studentId: EVA, feedback: null },
      ],
    },
  })
  expect(read(cancelled, excused)).toEqual({ entries: [cancelled, excused], setAside: [] })

  const student = entryOf({ kind: 'student', student: studentValues() })
  expect(read(entry, student)).toEqual({ entries: [entry, student], setAside: [] })

  const slot = { slotId: 'slot', slotDate: '2026-11-20' }
  const answers = [
    entryOf({ kind: 'session', session: { ...session, slot } }),
    entryOf({ kind: 'session', session: { ...session, slot, beside: ['other'] } }),
    { ...entry, state: 'refused' as const, beside: ['other'] },
    entryOf({ kind: 'link', link }),
    entryOf({ kind: 'skip', skip }),
    entryOf({ kind: 'feedback', feedback }),
    {
      ...entry,
      outcome: {
        withoutPackage: [],
        differs: false,
        answered: true as const,
        slotGone: true as const,
        leftOut: ['Bruno'],
      },
    },
  ]
  expect(read(...answers)).toEqual({ entries: answers, setAside: [] })
})

test('an entry of a newer version is set aside for the app that wrote it', () => {
  const newer = { ...entry, version: ENTRY_VERSION + 1 }
  expect(read(newer)).toEqual({ entries: [], setAside: [{ id: 'x', owner: OWNER, reason: 'newer' }] })
})

const inSession = (overrides: object) => ({
  intent: { kind: 'session', session: { ...session, ...overrides } },
})

describe('a broken entry is set aside:', () => {
  it.each<[string, object]>([
    ['a version that is no number', { version: 'dois' }],
    ['a version that never was', { version: 0 }],
    ['a state that is none', { state: 'waiting' }],
    ['no order', { order: undefined }],
    ['no moment', { queuedAt: 'ontem' }],
    ['names that are none', { names: { [BRUNO]: null } }],
    ['no intent', { intent: undefined }],
    ['an intent of another kind', { intent: { kind: 'package' } }],
    ['a student without a phone', { intent: { kind: 'student', student: { name: 'Eva' } } }],
    ['a date that is none', inSession({ date: 'amanhã' })],
    ['nobody in it', inSession({ participants: [] })],
    [
      'a participant who is nobody',
      inSession({ participants: [{ feedback: session.participants[0]?.feedback }] }),
    ],
    [
      'feedback without a rating',
      inSession({ participants: [{ studentId: BRUNO, feedback: { tags: [] } }] }),
    ],
    [
      'an attendance that is none',
      inSession({ participants: [{ studentId: BRUNO, attendance: 'cancelled' }] }),
    ],
    ['a reason that is none', inSession({ cancelledReason: 'sono' })],
    ['an extension without days', inSession({ extension: {} })],
    ['a slot without a date', inSession({ slot: { slotId: 'slot' } })],
    ['a skip of nothing', { intent: { kind: 'skip', skip: { ...skip, occurrences: [] } } }],
    ['a skip for no reason', { intent: { kind: 'skip', skip: { ...skip, reason: undefined } } }],
    [
      'a feedback of nobody',
      { intent: { kind: 'feedback', feedback: { ...feedback, studentId: undefined } } },
    ],
    [
      'feedback that rates nothing',
      { intent: { kind: 'feedback', feedback: { ...feedback, feedback: {} } } },
    ],
    ['a link to no slot', { intent: { kind: 'link', link: { ...link, slot: undefined } } }],
    ['a question about nothing', { beside: 'other' }],
    ['an outcome that is none', { outcome: { withoutPackage: 'Bruno' } }],
  ])('%s', (_, overrides) => {
    const record = { ...entry, ...overrides }
    expect(read(record)).toEqual(broken(record))
  })
})
