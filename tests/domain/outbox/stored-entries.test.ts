import { describe, expect, it, test } from 'vitest'
import { skipIntent } from '@/agenda/answers'
import { ENTRY_VERSION, newEntry, type OutboxEntry } from '@/outbox/rules'
import { readEntries, type StoredRecord } from '@/outbox/stored-entries'
import { occurrence } from '../../support/world/agenda'
import { lessonIntent, studentValues } from '../../support/world/values'
import { BRUNO, EVA, OWNER, VERSION_1 } from './version-1'

const read = (...records: StoredRecord[]) => readEntries(records)
const broken = ({ id, owner }: StoredRecord) => ({ entries: [], setAside: [{ id, owner, reason: 'broken' }] })

test('what the first version stored is read as it is', () => {
  expect(read(...VERSION_1)).toMatchObject({ entries: VERSION_1, setAside: [] })
})

const session = lessonIntent([BRUNO])
const expected = occurrence({ students: [{ id: BRUNO, name: 'Bruno' }] })
const skip = skipIntent('op', [expected], 'rain', { days: 7 })
const link = {
  opId: 'op',
  sessionId: 'lesson',
  slot: { slotId: 'slot', slotDate: '2026-11-20', movedTo: null },
  begins: '2026-11-20T15:00:00Z',
}
const feedback = {
  opId: 'op',
  sessionId: 'lesson',
  studentId: BRUNO,
  feedback: { rating: 5, tags: ['Saque'], clubId: null },
}
const entryOf = (intent: OutboxEntry['intent']): OutboxEntry =>
  newEntry({ id: 'x', owner: OWNER, intent, names: {}, unknown: false }, [], new Date())
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

  const waiting = entryOf({ kind: 'student', student: studentValues() })
  expect(read(entry, waiting)).toEqual({ entries: [entry, waiting], setAside: [] })

  const slot = { slotId: 'slot', slotDate: '2026-11-20', movedTo: null }
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
        unknownReplies: [
          { name: 'Bruno', at: '2026-11-20T15:00:00Z' },
          { name: 'Eva', at: null },
        ],
        notSkipped: [{ instant: '2026-11-20T15:00:00Z', zone: 'America/Sao_Paulo' }],
      },
    },
  ]
  expect(read(...answers)).toEqual({ entries: answers, setAside: [] })
})

test('an entry of a newer version is set aside for the app that wrote it', () => {
  const newer = { ...entry, version: ENTRY_VERSION + 1 }
  expect(read(newer)).toEqual({ entries: [], setAside: [{ id: 'x', owner: OWNER, reason: 'newer' }] })
})

const student = (fields: object) => ({ ...entry, intent: { kind: 'student', student: fields } })

test('a student of an older version gets the fields that were added since; one of a newer version waits for it', () => {
  const { notes: _, ...old } = studentValues()
  expect(read(student(old)).entries).toEqual([student({ ...old, notes: '' })])
  expect(read(student({ ...old, hand: 'left' })).setAside).toEqual([
    { id: 'x', owner: OWNER, reason: 'newer' },
  ])
})

const inSession = (overrides: object) => ({
  intent: { kind: 'session', session: { ...session, ...overrides } },
})

const outcome = (overrides: object) => ({ outcome: { withoutPackage: [], differs: false, ...overrides } })

describe('a broken entry is set aside:', () => {
  it.each<[string, object]>([
    ['a version that is no number', { version: 'dois' }],
    ['a version that never was', { version: 0 }],
    ['no version', { version: undefined }],
    ['a state that is none', { state: 'waiting' }],
    ['no order', { order: undefined }],
    ['no moment', { queuedAt: 'ontem' }],
    ['names that are none', { names: { [BRUNO]: null } }],
    ['no intent', { intent: undefined }],
    ['an intent that is nothing', { intent: null }],
    ['an intent of another kind', { intent: { kind: 'package' } }],
    ['an intent that is another one', { intent: { kind: 'skip', session } }],
    ['a phone that is none', { intent: { kind: 'student', student: { ...studentValues(), phone: 11 } } }],
    ['a date that is none', inSession({ date: 'amanhã' })],
    ['a date that is a number', inSession({ date: 0 })],
    ['nobody in it', inSession({ participants: [] })],
    [
      'a participant who is nobody',
      inSession({ participants: [...session.participants, { feedback: session.participants[0]?.feedback }] }),
    ],
    ['feedback, unrated', inSession({ participants: [{ studentId: BRUNO, feedback: { tags: [] } }] })],
    [
      'an attendance that is none',
      inSession({ participants: [{ studentId: BRUNO, attendance: 'cancelled' }] }),
    ],
    ['a reason that is none', inSession({ cancelledReason: 'sono' })],
    ['an extension without days', inSession({ extension: {} })],
    ['a slot without a date', inSession({ slot: { slotId: 'slot' } })],
    ['a skip of nothing', { intent: { kind: 'skip', skip: { ...skip, occurrences: [] } } }],
    ['a skip for no reason', { intent: { kind: 'skip', skip: { ...skip, reason: undefined } } }],
    ['feedback of nobody', { intent: { kind: 'feedback', feedback: { ...feedback, studentId: undefined } } }],
    ['an empty feedback', { intent: { kind: 'feedback', feedback: { ...feedback, feedback: {} } } }],
    ['a link to no slot', { intent: { kind: 'link', link: { ...link, slot: undefined } } }],
    ['a question about nothing', { beside: 'other' }],
    ['a clock that is none', { clock: 'adiantado' }],
    ['an outcome that is none', { outcome: { withoutPackage: 'Bruno' } }],
    ['an unknown reply of nobody', outcome({ unknownReplies: [{ at: null }] })],
    ['an unknown reply of no moment', outcome({ unknownReplies: [{ name: 'Bruno', at: 'ontem' }] })],
    ['an occurrence at no time', outcome({ notSkipped: ['12:00'] })],
  ])('%s', (_, overrides) => {
    const record = { ...entry, ...overrides }
    expect(read(record)).toEqual(broken(record))
  })
})
