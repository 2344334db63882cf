import { describe, expect, it } from 'vitest'
import type { SessionDetails } from '@/core/model'
import {
  changesBetween,
  editedDay,
  editFormOf,
  isStored,
  rebaseEdit,
  toEditIntent,
  typedOver,
} from '@/sessions/edit/edit-form'
import { withStudents } from '@/sessions/lesson-form'
import { newFeedback, type LessonForm, type ParticipantForm } from '@/sessions/session.schema'
import { byHand, sessionDetails } from '../../support/world/facts'

const seen = sessionDetails([{ id: 'bia' }, { id: 'caio' }])
const CLUBS = [{ id: 'clube' }]

function participant(
  session: SessionDetails,
  id: string,
  typed: Partial<ParticipantForm> = {},
): ParticipantForm {
  const found = editFormOf(session).participants.find(({ studentId }) => studentId === id)
  if (!found) throw new Error(`${id} is not in the lesson`)
  return { ...found, ...typed }
}

describe('what saving means', () => {
  it('keeps the stored day of a date that was not touched, though this device may be elsewhere', () => {
    const elsewhere = sessionDetails([{ id: 'a' }], { day: '2026-11-21' })
    expect(editedDay(editFormOf(elsewhere), elsewhere)).toBe('2026-11-21')
    expect(editedDay({ dateTime: '2026-11-19T08:00' }, elsewhere)).toBe('2026-11-19')
  })

  it('is nothing but who was there while nothing was touched: not even the seconds of the date are cut', () => {
    expect(toEditIntent('op', editFormOf(seen), seen, CLUBS)).toEqual({
      opId: 'op',
      sessionId: 'lesson',
      expectedVersion: 1,
      lessonDay: seen.day,
      participants: [{ studentId: 'bia' }, { studentId: 'caio' }],
    })
  })

  it('is each field that was changed, a package that was chosen, and none', () => {
    const form = {
      ...editFormOf(seen),
      dateTime: '2026-11-19T08:00',
      teacher: 'Beto',
      notes: 'Chuva',
      participants: [
        participant(seen, 'bia', { charge: byHand('five') }),
        participant(seen, 'caio', { charge: { kind: 'owed' } }),
      ],
    }
    expect(toEditIntent('op', form, seen, CLUBS)).toMatchObject({
      date: new Date('2026-11-19T08:00').toISOString(),
      lessonDay: '2026-11-19',
      teacher: 'Beto',
      notes: 'Chuva',
      participants: [
        { studentId: 'bia', charge: { kind: 'package', packageId: 'five', by: 'hand' } },
        { studentId: 'caio', charge: { kind: 'owed' } },
      ],
    })
  })

  it('is the feedback of who came in, with the club that was chosen, and never that of who left', () => {
    const form = withStudents(editFormOf(seen), ['bia', 'davi'], newFeedback('clube', 5))
    const intent = toEditIntent('op', { ...editFormOf(seen), ...form }, seen, CLUBS)
    expect(intent.participants).toEqual([
      { studentId: 'bia' },
      {
        studentId: 'davi',
        feedback: { rating: 5, notes: null, privateNotes: null, tags: [], clubId: 'clube' },
      },
    ])
  })

  it('keeps each club while the clubs could not be read, and forgets one that is gone', () => {
    const { feedback } = participant(seen, 'bia')
    const bia = participant(seen, 'bia', { feedback: { ...feedback, rating: 2, clubId: 'velho' } })
    const form = { ...editFormOf(seen), participants: [bia] }
    const sent = (clubs?: { id: string }[]) => toEditIntent('op', form, seen, clubs).participants[0]?.feedback
    expect(sent()).toEqual({ rating: 2, notes: null, privateNotes: null, tags: [] })
    expect(sent(CLUBS)).toMatchObject({ clubId: null })
  })
})

it('what was written about somebody who left comes back with the student', () => {
  const form = editFormOf(sessionDetails([{ id: 'bia', feedback: { notes: 'Ótimo saque' } }, { id: 'caio' }]))
  const without = { ...form, ...withStudents(form, ['caio'], newFeedback(null)) }
  expect(without.participants).toMatchObject([{ studentId: 'caio' }])
  const again = withStudents(without, ['caio', 'bia'], newFeedback(null))
  expect(again).toMatchObject({
    participants: [{ studentId: 'caio' }, { studentId: 'bia', feedback: { notes: 'Ótimo saque' } }],
    removed: [],
  })
})

describe('an edit put on top of what another device saved', () => {
  it('keeps what was typed and takes the rest from there', () => {
    const now = sessionDetails([{ id: 'bia', feedback: { rating: 2 } }, { id: 'caio' }], {
      version: 2,
      teacher: 'Beto',
      notes: 'Do celular',
    })
    const mine = { ...editFormOf(seen), notes: 'Do computador' }
    const merged = rebaseEdit(seen, mine, now)
    expect(merged).toMatchObject({ teacher: 'Beto', notes: 'Do computador' })
    expect(merged.participants).toMatchObject([
      { studentId: 'bia', feedback: { rating: 2 } },
      { studentId: 'caio', feedback: { rating: 4 } },
    ])
    expect(changesBetween(seen, now, merged)).toEqual([
      { text: 'Professor: Ana → Beto', contested: false },
      { text: 'Observações da aula: “Do celular”', contested: true },
      { text: 'Feedback de bia: 2/5', contested: false },
    ])
  })

  it('keeps who came in and who was taken out, on either device', () => {
    const now = sessionDetails([{ id: 'bia' }, { id: 'caio' }, { id: 'eva' }], { version: 2 })
    const mine = {
      ...editFormOf(seen),
      ...withStudents(editFormOf(seen), ['caio', 'davi'], newFeedback(null, 5)),
    }
    const merged = rebaseEdit(seen, mine, now)
    expect(merged.participants.map(({ studentId }) => studentId)).toEqual(['caio', 'eva', 'davi'])
    expect(changesBetween(seen, now, merged)).toEqual([{ text: 'eva entrou na aula', contested: false }])
  })

  it('takes out who was taken out there, unless something was typed about them', () => {
    const now = sessionDetails([], { version: 2 })
    const { feedback } = participant(seen, 'caio')
    const caio = participant(seen, 'caio', { feedback: { ...feedback, notes: 'Não pode se perder' } })
    const mine = { ...editFormOf(seen), participants: [participant(seen, 'bia'), caio] }
    const merged = rebaseEdit(seen, mine, now)
    expect(merged.participants).toEqual([caio])
    expect(changesBetween(seen, now, merged)).toEqual([
      { text: 'bia saiu da aula', contested: false },
      { text: 'caio saiu da aula', contested: true },
    ])
  })

  // Regression: only a rating typed here counted as an overwriting, though all of these delete the new one.
  it.each([
    ['takes a student out', { participants: [participant(seen, 'caio')] }, [true, true]],
    ['says that the lesson did not happen', { cancelledReason: 'rain' as const }, [true, true]],
    [
      'says that a student was absent',
      { participants: [participant(seen, 'bia', { attendance: 'absent' }), participant(seen, 'caio')] },
      [false, true],
    ],
    [
      'gives a student no feedback',
      { participants: [participant(seen, 'bia', { withFeedback: false }), participant(seen, 'caio')] },
      [false, true],
    ],
  ])('that %s will write over what was entered there about the student', (_, typed, contested) => {
    const bia = { id: 'bia', pack: 'five', feedback: { rating: 2 } }
    const now = sessionDetails([bia, { id: 'caio' }], { version: 2 })
    const merged = rebaseEdit(seen, { ...editFormOf(seen), ...typed }, now)
    expect(changesBetween(seen, now, merged)).toEqual([
      { text: 'Pacote de bia: Pacote ten → Pacote five', contested: contested[0] },
      { text: 'Feedback de bia: 2/5', contested: contested[1] },
    ])
  })

  // Regression: stars tapped in 'Hoje' were replaced by those that the edit had seen, because its notes were typed.
  it('keeps each field of a feedback that was typed, and takes the others from there', () => {
    const now = sessionDetails([{ id: 'bia', feedback: { rating: 2, tags: ['Saque'] } }, { id: 'caio' }], {
      version: 2,
    })
    const { feedback } = participant(seen, 'bia')
    const rebased = (typed: Partial<typeof feedback>) => {
      const bia = participant(seen, 'bia', { feedback: { ...feedback, ...typed } })
      const mine = { ...editFormOf(seen), participants: [bia, participant(seen, 'caio')] }
      const merged = rebaseEdit(seen, mine, now)
      const [change] = changesBetween(seen, now, merged)
      return { feedback: merged.participants[0]?.feedback, contested: change?.contested }
    }
    expect(rebased({ notes: 'Bom saque' })).toMatchObject({
      feedback: { rating: 2, tags: ['Saque'], notes: 'Bom saque' },
      contested: false,
    })
    expect(rebased({ rating: 5 })).toMatchObject({
      feedback: { rating: 5, tags: ['Saque'] },
      contested: true,
    })
  })

  // Regression: the rating with which a feedback begins replaced the stars that were tapped in 'Hoje' meanwhile.
  it('takes the stars from there, if there were none and only notes were typed here', () => {
    const before = sessionDetails([{ id: 'bia', feedback: null }])
    const now = sessionDetails([{ id: 'bia', feedback: { rating: 3, tags: ['Saque'] } }], { version: 2 })
    const { feedback } = participant(before, 'bia')
    const rebased = (typed: Partial<ParticipantForm>) => {
      const bia = participant(before, 'bia', typed)
      return rebaseEdit(before, { ...editFormOf(before), participants: [bia] }, now).participants[0]?.feedback
    }
    const notes = 'Bom saque'
    expect(rebased({ feedback: { ...feedback, notes } })).toMatchObject({ rating: 3, tags: ['Saque'], notes })
    const chosen = { withFeedback: true, rated: true }
    expect(rebased({ ...chosen, feedback: { ...feedback, rating: 5 } })).toMatchObject({ rating: 5 })
    // 'Sem feedback' was unticked, and no star touched.
    expect(rebased({ withFeedback: true })).toMatchObject({ rating: 3 })
    expect(rebased({ ...chosen, feedback: { ...feedback, rating: 5, notes } })).toMatchObject({
      rating: 5,
      notes,
    })
  })

  // Regression: what was written there about a student who came in on both devices was overwritten untold.
  it('tells the feedback of who came in on both devices, which the one typed here will write over', () => {
    const now = sessionDetails([{ id: 'bia' }, { id: 'caio' }, { id: 'davi', feedback: { notes: 'Deles' } }])
    const form = editFormOf(seen)
    const mine = { ...form, ...withStudents(form, ['bia', 'caio', 'davi'], newFeedback(null, 5)) }
    const told = () =>
      changesBetween(seen, now, rebaseEdit(seen, mine, now)).map(({ contested }) => contested)
    expect(told()).toEqual([false])
    mine.participants = mine.participants.map((each) =>
      each.studentId === 'davi' ? { ...each, feedback: { ...each.feedback, notes: 'Meus' } } : each,
    )
    expect(told()).toEqual([false, true])
  })

  // Regression: saving took attendance and feedback of who came in on both devices away untold.
  it.each([
    ['without feedback', { withFeedback: false }],
    ['absent', { attendance: 'absent' as const }],
    ['in debt', { charge: { kind: 'owed' as const } }],
  ])('tells what goes of who came in on both devices, and is %s here', (_, typed) => {
    const davi = { id: 'davi', feedback: { notes: 'Deles' } }
    const now = sessionDetails([{ id: 'bia' }, { id: 'caio' }, davi])
    const form = editFormOf(seen)
    const mine = { ...form, ...withStudents(form, ['bia', 'caio', 'davi'], newFeedback(null, 5)) }
    mine.participants = mine.participants.map((each) =>
      each.studentId === 'davi' ? { ...each, ...typed } : each,
    )
    const told = changesBetween(seen, now, rebaseEdit(seen, mine, now))
    expect(told.some(({ contested }) => contested)).toBe(true)
  })

  // Regression: it said 'Se você salvar, fica o que está aqui' of stars that saving keeps.
  it('does not say that notes typed here write over the stars given there, where there was no feedback', () => {
    const before = sessionDetails([{ id: 'bia', feedback: null }])
    const now = sessionDetails([{ id: 'bia', feedback: { rating: 3 } }], { version: 2 })
    const { feedback } = participant(before, 'bia')
    const bia = participant(before, 'bia', { feedback: { ...feedback, notes: 'Bom saque' } })
    const merged = rebaseEdit(before, { ...editFormOf(before), participants: [bia] }, now)
    expect(changesBetween(before, now, merged).map(({ contested }) => contested)).toEqual([false])
  })

  // Regression: it said 'Se você salvar, fica o que está aqui', and saving sent no feedback.
  it('does not say that a feedback stays which is not sent, because the student was absent there', () => {
    const bia = { id: 'bia', attendance: 'absent' as const, feedback: null }
    const now = sessionDetails([bia, { id: 'caio' }], { version: 2 })
    const { feedback } = participant(seen, 'bia')
    const typed = participant(seen, 'bia', { feedback: { ...feedback, notes: 'Bom saque' } })
    const merged = rebaseEdit(
      seen,
      { ...editFormOf(seen), participants: [typed, participant(seen, 'caio')] },
      now,
    )
    expect(toEditIntent('op', merged, now, CLUBS).participants[0]).toEqual({ studentId: 'bia' })
    expect(changesBetween(seen, now, merged)).toEqual([
      { text: 'Presença de bia: Veio → Faltou', contested: false },
      { text: 'Feedback de bia apagado', contested: false },
    ])
  })

  // Regression: it promised to keep the package that was chosen here, though nobody pays for an excused absence.
  it.each([
    ['that was chosen here is charged: not, if the student was excused there', null, byHand('five'), false],
    ['that was chosen there goes, because the student is excused here', 'excused', null, true],
  ] as const)('knows whether a package %s', (_, attendance, charge, contested) => {
    const there = contested
      ? { pack: 'five' }
      : { pack: null, attendance: 'excused' as const, feedback: null }
    const now = sessionDetails([{ id: 'bia', ...there }, { id: 'caio' }], { version: 2 })
    const typed = participant(seen, 'bia', { attendance, charge })
    const merged = rebaseEdit(
      seen,
      { ...editFormOf(seen), participants: [typed, participant(seen, 'caio')] },
      now,
    )
    const ofPackage = changesBetween(seen, now, merged).filter(({ text }) => text.startsWith('Pacote'))
    expect(ofPackage.map((change) => change.contested)).toEqual([contested])
  })

  // Regression: a student without feedback counted as rated like an untouched form. "Feedback apagado" was told where
  // there had been none, and five stars where there had been none were not told.
  it('tells a feedback only where there is or was one', () => {
    const before = sessionDetails([
      { id: 'bia', attendance: 'absent', feedback: null },
      { id: 'caio', feedback: null },
    ])
    const five = { rating: 5, notes: null, tags: [], club_id: null }
    const now = sessionDetails(
      [
        { id: 'bia', feedback: null },
        { id: 'caio', feedback: five },
      ],
      { version: 2 },
    )
    expect(changesBetween(before, now, rebaseEdit(before, editFormOf(before), now))).toEqual([
      { text: 'Presença de bia: Faltou → Veio', contested: false },
      { text: 'Feedback de caio: 5/5', contested: false },
    ])
  })

  it('tells another package, and that a choice made here will write over it', () => {
    const now = sessionDetails(
      [
        { id: 'bia', pack: 'five' },
        { id: 'caio', pack: null },
      ],
      { version: 2 },
    )
    const mine = {
      ...editFormOf(seen),
      participants: [participant(seen, 'bia', { charge: { kind: 'owed' } }), participant(seen, 'caio')],
    }
    expect(changesBetween(seen, now, rebaseEdit(seen, mine, now))).toEqual([
      { text: 'Pacote de bia: Pacote ten → Pacote five', contested: true },
      { text: 'Pacote de caio: Pacote ten → Sem pacote', contested: false },
    ])
  })
})

it('knows a lesson that holds already what was typed: an earlier answer was lost', () => {
  const isSaved = (form: LessonForm, now: SessionDetails) => isStored(form, now, seen)
  const form = {
    ...editFormOf(seen),
    notes: 'Chuva',
    participants: [participant(seen, 'bia', { charge: byHand('ten') }), participant(seen, 'caio')],
  }
  expect(isSaved(form, sessionDetails([{ id: 'bia' }, { id: 'caio' }], { version: 2, notes: 'Chuva' }))).toBe(
    true,
  )
  expect(isSaved(form, sessionDetails([{ id: 'bia' }, { id: 'caio' }], { version: 2 }))).toBe(false)
  expect(isSaved(form, sessionDetails([{ id: 'bia', pack: null }, { id: 'caio' }], { notes: 'Chuva' }))).toBe(
    false,
  )
  expect(isSaved(form, sessionDetails([{ id: 'bia' }], { notes: 'Chuva' }))).toBe(false)
  // Regression: the rating that 'Sem feedback' hides counted as something that is not stored.
  const without = { ...form, participants: [participant(seen, 'bia', { withFeedback: false })] }
  expect(isSaved(without, sessionDetails([{ id: 'bia', feedback: null }], { notes: 'Chuva' }))).toBe(true)
  // Regression: what was not touched, or put back, counted as any package and any absence.
  for (const bia of [{ pack: 'five' }, { attendance: 'absent' as const, feedback: null }]) {
    expect(isSaved(editFormOf(seen), sessionDetails([{ id: 'bia', ...bia }, { id: 'caio' }]))).toBe(false)
  }
})

// Regression: only another package was said again; what else was as seen took what the lost answer had saved.
it('says what was put back over what this form saved itself: debt, absence and no feedback', () => {
  const before = sessionDetails([
    { id: 'bia', pack: null, feedback: null },
    { id: 'caio', pack: null, attendance: 'excused', feedback: null },
  ])
  const saved = (now: SessionDetails) => {
    const form = { ...editFormOf(before), participants: typedOver(editFormOf(before), before, now) }
    return toEditIntent('op', form, now, CLUBS).participants
  }
  const owed = { charge: { kind: 'owed' } }
  expect(
    saved(
      sessionDetails([
        { id: 'bia', feedback: null },
        { id: 'caio', pack: null },
      ]),
    ),
  ).toEqual([
    { studentId: 'bia', ...owed },
    { studentId: 'caio', attendance: 'excused' },
  ])
  const bia = { studentId: 'bia', ...owed, feedback: null }
  expect(saved(sessionDetails([{ id: 'davi' }]))).toEqual([bia, { studentId: 'caio', attendance: 'excused' }])
  const rain = { attendance: 'cancelled', pack: null, feedback: null } as const
  const cancelled = sessionDetails([
    { id: 'bia', ...rain },
    { id: 'caio', ...rain },
  ])
  expect(saved(cancelled)).toMatchObject([owed, { attendance: 'excused' }])
})
