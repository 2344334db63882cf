import { describe, expect, it, test } from 'vitest'
import type { RegistrationIntent } from '@/credits/intents'
import { asSeen, lessonDayOf, startedForm, toForm, toIntent, type Registered } from '@/sessions/new/draft'
import { emptySession, newSessionSchema, type LessonForm } from '@/sessions/session.schema'
import { NOW, registrationIntent, TODAY } from '../../support/world/facts'

/** What the form of a new lesson registers, and how a waiting lesson is edited (docs/product.md, 'New session'). */

const ORIGIN = {
  // With seconds, which no field shows; in the agenda's zone it is the day before.
  date: new Date(2026, 10, 21, 9, 0, 30).toISOString(),
  lessonDay: '2026-11-20',
  slot: { slotId: 'slot', slotDate: '2026-11-20', movedTo: null },
  knownReplies: ['s1'],
}
const OFFER = { days: 7, ticked: true, packages: [] }

const registered = (form: LessonForm, beside: Partial<Registered> = {}): RegistrationIntent =>
  toIntent('draft', newSessionSchema(() => NOW).parse(form), {
    teacherName: 'Ana',
    clubs: [{ id: 'clube' }],
    offer: undefined,
    origin: undefined,
    beside: [],
    ...beside,
  })

const seat = (studentId: string, feedback: object | null = null) => ({
  studentId,
  feedback: feedback && {
    rating: 3,
    notes: null,
    privateNotes: null,
    tags: [],
    clubId: 'clube',
    ...feedback,
  },
})

it.each<[string, Partial<RegistrationIntent>]>([
  ['nobody was rated', { participants: [seat('s1'), seat('s2')] }],
  [
    'everything was typed',
    {
      notes: 'Quadra 2',
      participants: [seat('s1', { rating: 5, notes: 'Bom saque', privateNotes: 'Medo', tags: ['Saque'] })],
    },
  ],
  ['the feedback has no club', { participants: [seat('s1', { clubId: null })] }],
  ['somebody was absent', { participants: [seat('s1', {}), { ...seat('s2'), attendance: 'absent' }] }],
  [
    'somebody was excused, and no more time was wanted',
    { participants: [{ ...seat('s1'), attendance: 'excused' }] },
  ],
  ['it rained', { cancelledReason: 'rain', extension: { days: 3 }, participants: [seat('s1')] }],
  ['it rained, and no more time was wanted', { cancelledReason: 'rain', participants: [seat('s1')] }],
])('a lesson that waits and is saved unchanged stays as it was typed, also if %s', (_, typed) => {
  const intent = { ...registrationIntent({ opId: 'draft', sessionId: 'draft' }), ...ORIGIN, ...typed }
  const isUnused =
    intent.cancelledReason || intent.participants.some(({ attendance }) => attendance === 'excused')
  const offer = isUnused ? OFFER : undefined
  expect(registered(toForm(intent, 'clube'), { origin: ORIGIN, offer })).toEqual(intent)
})

const told = (id: string, outcome: 'kept' | 'late' | null) => ({
  id,
  name: id,
  reply: 'not_coming' as const,
  outcome,
})

it('by one tap, a lesson that waits opens with what was told, which is the coach’s choice once it is saved', () => {
  const students = [
    told('s1', 'kept'),
    told('s2', 'late'),
    told('s3', 'kept'),
    { id: 's4', name: 's4' },
    told('s5', 'late'),
  ]
  const waits: RegistrationIntent = {
    ...registrationIntent({ opId: 'draft', sessionId: 'draft' }),
    ...ORIGIN,
    takesReplies: true,
    excused: ['s4', 's5'],
    participants: [seat('s1'), seat('s2'), { ...seat('s3'), attendance: 'present' }, seat('s4'), seat('s5')],
  }
  const seen = asSeen(waits, { students })
  const saved = registered(toForm(seen, 'clube'), { origin: seen, offer: OFFER })
  expect(saved).toMatchObject({ knownReplies: ['s1', 's2', 's3', 's5'] })
  expect(saved.participants.map(({ attendance }) => attendance)).toEqual([
    'excused',
    'absent',
    undefined,
    undefined,
    'excused',
  ])
  // Nobody was rated, also not who was tapped as absent and then as present.
  expect(saved.participants.map(({ feedback }) => feedback)).toEqual(students.map(() => null))
})

describe('a planned lesson', () => {
  const start = { name: '', notice: '', students: ['s2', 's1', 'inactive'], origin: ORIGIN }
  const form = startedForm(
    { ...start, told: new Map([['s2', 'excused']]) },
    [{ id: 's1' }, { id: 's2' }],
    'clube',
  )

  it('opens at its hour with who is active, and with what the agreement says of who told', () => {
    expect(form).toMatchObject({
      dateTime: '2026-11-21T09:00',
      participants: [
        { studentId: 's1', attendance: null, feedback: { clubId: 'clube' } },
        { studentId: 's2', attendance: 'excused' },
      ],
    })
  })

  it('keeps the hour and the day of the agenda, and answers it also at another hour', () => {
    expect(registered(form, { origin: ORIGIN })).toMatchObject({ ...ORIGIN, teacher: 'Ana' })
    const moved = { ...form, dateTime: '2026-11-21T08:00' }
    expect(registered(moved, { origin: ORIGIN })).toMatchObject({
      ...ORIGIN,
      date: new Date(2026, 10, 21, 8).toISOString(),
      lessonDay: TODAY,
    })
  })
})

test('a new lesson is of its typed day, of no slot, and beside those of which the coach said so', () => {
  const form = {
    ...startedForm({ name: '', notice: '', students: ['s1'] }, [{ id: 's1' }], null),
    ...typedAt(8),
  }
  const intent = registered({ ...form, teacher: 'Beto' }, { beside: ['other'] })
  expect(intent).toMatchObject({ lessonDay: TODAY, teacher: 'Beto', beside: ['other'] })
  expect(intent).not.toHaveProperty('slot')
  expect(intent).not.toHaveProperty('knownReplies')
})

function typedAt(hour: number): Pick<LessonForm, 'dateTime'> {
  return { dateTime: emptySession(new Date(2026, 10, 21, hour)).dateTime }
}

test.each([
  ['2026-11-20', '2026-11-21T09:00', ORIGIN],
  ['2026-11-19', '2026-11-19T09:00', ORIGIN],
  ['2026-11-19', '2026-11-19T09:00', undefined],
  [TODAY, '2026-11-22T09:00', undefined],
  [TODAY, '', undefined],
])('packages are chosen for %s while %j is typed', (day, typed, origin) => {
  expect(lessonDayOf(typed, origin, TODAY)).toBe(day)
})
