import { describe, expect, it } from 'vitest'
import type { SessionDetails, SessionFeedback } from '@/domain/model'
import {
  changesBetween,
  editedDay,
  editFormOf,
  isStored,
  rebaseEdit,
  toEditIntent,
  withEditStudents,
} from '@/domain/session-edit'

const AT = '2026-11-20T12:34:56+00:00'

interface Seat {
  id: string
  name?: string
  pack?: string | null
  feedback?: Partial<SessionFeedback> | null
}

/** A lesson of these students, each with feedback of 4 unless told otherwise. */
function lesson(seats: Seat[], overrides: Partial<SessionDetails> = {}): SessionDetails {
  return {
    id: 'lesson',
    user_id: 'coach',
    date: AT,
    day: '2026-11-20',
    teacher: 'Ana',
    notes: null,
    student_count: seats.length,
    unassigned_count: 0,
    version: 1,
    created_at: AT,
    updated_at: AT,
    students: seats.map(({ id }) => id),
    feedbacks: seats.flatMap(({ id, feedback = {} }) =>
      feedback === null
        ? []
        : [
            {
              session_id: 'lesson',
              student_id: id,
              rating: 4,
              notes: null,
              tags: [],
              club_id: null,
              created_at: AT,
              ...feedback,
            },
          ],
    ),
    assignments: seats.map(({ id, name = id, pack = 'ten' }) => ({
      session_id: 'lesson',
      student_id: id,
      student_name: name,
      package_id: pack,
      assigned_at: AT,
      manually_assigned: false,
      package:
        pack === null
          ? null
          : {
              id: pack,
              name: `Pacote ${pack}`,
              total_classes: 10,
              remaining_classes: 5,
              purchase_date: '2026-11-01',
              expiry_date: '2026-12-01',
            },
    })),
    ...overrides,
  }
}

const seen = lesson([{ id: 'bia' }, { id: 'caio' }])
const CLUBS = [{ id: 'clube' }]

describe('what saving means', () => {
  it('keeps the stored day of a date that was not touched, though this device may be elsewhere', () => {
    const elsewhere = lesson([{ id: 'a' }], { day: '2026-11-21' })
    expect(editedDay(editFormOf(elsewhere), elsewhere)).toBe('2026-11-21')
    expect(editedDay({ dateTime: '2026-11-19T08:00' }, elsewhere)).toBe('2026-11-19')
  })

  it('is nothing but who was there while nothing was touched: not even the seconds of the date are cut', () => {
    expect(toEditIntent('op', editFormOf(seen), seen, CLUBS)).toEqual({
      opId: 'op',
      sessionId: 'lesson',
      expectedVersion: 1,
      lessonDay: editFormOf(seen).dateTime.slice(0, 10),
      students: [{ studentId: 'bia' }, { studentId: 'caio' }],
      feedbacks: [],
    })
  })

  it('is each field that was changed, a package that was chosen, and none', () => {
    const form = {
      ...editFormOf(seen),
      dateTime: '2026-11-19T08:00',
      teacher: 'Beto',
      notes: 'Chuva',
      students: [
        { studentId: 'bia', packageId: 'five' },
        { studentId: 'caio', packageId: '' },
      ],
    }
    expect(toEditIntent('op', form, seen, CLUBS)).toMatchObject({
      date: new Date('2026-11-19T08:00').toISOString(),
      lessonDay: '2026-11-19',
      teacher: 'Beto',
      notes: 'Chuva',
      students: [
        { studentId: 'bia', packageId: 'five' },
        { studentId: 'caio', packageId: null },
      ],
    })
  })

  it('is the feedback of who came in, with the club that was chosen, and never that of who left', () => {
    const form = withEditStudents(editFormOf(seen), ['bia', 'davi'], 'clube')
    const intent = toEditIntent('op', { ...editFormOf(seen), ...form }, seen, CLUBS)
    expect(intent.students).toEqual([{ studentId: 'bia' }, { studentId: 'davi' }])
    expect(intent.feedbacks).toEqual([
      { studentId: 'davi', rating: 5, notes: null, tags: [], clubId: 'clube' },
    ])
  })

  it('keeps each club while the clubs could not be read, and forgets one that is gone', () => {
    const [first, ...rest] = editFormOf(seen).feedbacks
    if (!first) throw new Error('the lesson has feedback')
    const form = { ...editFormOf(seen), feedbacks: [{ ...first, rating: 2, clubId: 'velho' }, ...rest] }
    expect(toEditIntent('op', form, seen, undefined).feedbacks[0]).not.toHaveProperty('clubId')
    expect(toEditIntent('op', form, seen, CLUBS).feedbacks[0]).toMatchObject({ clubId: null })
  })
})

it('what was written about somebody who left comes back with the student', () => {
  const form = editFormOf(lesson([{ id: 'bia', feedback: { notes: 'Ótimo saque' } }, { id: 'caio' }]))
  const without = { ...form, ...withEditStudents(form, ['caio'], null) }
  expect(without.feedbacks.slice(0, 1)).toMatchObject([{ studentId: 'caio' }])
  const again = withEditStudents(without, ['caio', 'bia'], null)
  expect(again.feedbacks).toMatchObject([{ studentId: 'caio' }, { studentId: 'bia', notes: 'Ótimo saque' }])
})

describe('an edit put on top of what another device saved', () => {
  it('keeps what was typed and takes the rest from there', () => {
    const now = lesson([{ id: 'bia', feedback: { rating: 2 } }, { id: 'caio' }], {
      version: 2,
      teacher: 'Beto',
      notes: 'Do celular',
    })
    const mine = { ...editFormOf(seen), notes: 'Do computador' }
    const merged = rebaseEdit(seen, mine, now)
    expect(merged).toMatchObject({ teacher: 'Beto', notes: 'Do computador' })
    expect(merged.feedbacks).toMatchObject([
      { studentId: 'bia', rating: 2 },
      { studentId: 'caio', rating: 4 },
    ])
    expect(changesBetween(seen, now, merged)).toEqual([
      { text: 'Professor: Ana → Beto', contested: false },
      { text: 'Observações da aula: “Do celular”', contested: true },
      { text: 'Feedback de bia: 2/5', contested: false },
    ])
  })

  it('keeps who came in and who was taken out, on either device', () => {
    const now = lesson([{ id: 'bia' }, { id: 'caio' }, { id: 'eva' }], { version: 2 })
    const mine = { ...editFormOf(seen), ...withEditStudents(editFormOf(seen), ['caio', 'davi'], null) }
    const merged = rebaseEdit(seen, mine, now)
    expect(merged.students.map(({ studentId }) => studentId)).toEqual(['caio', 'eva', 'davi'])
    expect(merged.feedbacks.slice(0, 3).map(({ studentId }) => studentId)).toEqual(['caio', 'eva', 'davi'])
    expect(changesBetween(seen, now, merged)).toEqual([{ text: 'eva entrou na aula', contested: false }])
  })

  it('takes out who was taken out there, unless something was typed about them', () => {
    const now = lesson([], { version: 2 })
    const [bia, caio] = editFormOf(seen).feedbacks
    if (!bia || !caio) throw new Error('the lesson has feedback')
    const mine = { ...editFormOf(seen), feedbacks: [bia, { ...caio, notes: 'Não pode se perder' }] }
    const merged = rebaseEdit(seen, mine, now)
    expect(merged.students).toEqual([{ studentId: 'caio', packageId: null }])
    expect(merged.feedbacks[0]).toMatchObject({ studentId: 'caio', notes: 'Não pode se perder' })
    expect(changesBetween(seen, now, merged)).toEqual([
      { text: 'bia saiu da aula', contested: false },
      { text: 'caio saiu da aula', contested: true },
    ])
  })

  it('tells another package, and that a choice made here will write over it', () => {
    const now = lesson(
      [
        { id: 'bia', pack: 'five' },
        { id: 'caio', pack: null },
      ],
      { version: 2 },
    )
    const mine = {
      ...editFormOf(seen),
      students: [
        { studentId: 'bia', packageId: '' },
        { studentId: 'caio', packageId: null },
      ],
    }
    expect(changesBetween(seen, now, rebaseEdit(seen, mine, now))).toEqual([
      { text: 'Pacote de bia: Pacote ten → Pacote five', contested: true },
      { text: 'Pacote de caio: Pacote ten → Sem pacote', contested: false },
    ])
  })
})

it('knows a lesson that holds already what was typed: an earlier answer was lost', () => {
  const form = {
    ...editFormOf(seen),
    notes: 'Chuva',
    students: [
      { studentId: 'bia', packageId: 'ten' },
      { studentId: 'caio', packageId: null },
    ],
  }
  expect(isStored(form, lesson([{ id: 'bia' }, { id: 'caio' }], { version: 2, notes: 'Chuva' }))).toBe(true)
  expect(isStored(form, lesson([{ id: 'bia' }, { id: 'caio' }], { version: 2 }))).toBe(false)
  expect(isStored(form, lesson([{ id: 'bia', pack: null }, { id: 'caio' }], { notes: 'Chuva' }))).toBe(false)
  expect(isStored(form, lesson([{ id: 'bia' }], { notes: 'Chuva' }))).toBe(false)
})
