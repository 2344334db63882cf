import { beforeEach, describe, expect, test } from 'vitest'
import { heldIntent, namesIn, noteOf } from '@/agenda/answers'
import { agenda } from '@/agenda/data'
import type { Occurrence } from '@/agenda/rules'
import { movePlan } from '@/agenda/slots'
import { replies } from '@/agreement/data'
import { formatDate } from '@/core/dates'
import type { Student, Uuid } from '@/core/model'
import { opened } from '@/credits/opened'
import { openings } from '@/openings/data'
import { withPendingAnswers } from '@/outbox/pending'
import { packages } from '@/packages/data'
import { sessions } from '@/sessions/data'
import { backend, coach } from '../../support/coach'
import { gate } from '../../support/gate'
import { weeklyOn } from '../../support/world/agenda'
import { agreedLongAgo, notComing } from '../../support/world/past'
import { addStudent, dataOf, occurrenceOn, sellPackage } from '../../support/world/services'
import { daysFromToday, newId } from '../../support/world/values'
import { failWith, loseAnswers, to, type Device } from '../device'
import { device as other, ownDevice } from '../own-device'
import { isApply, newBrowser, openTab, type Tab } from './support-outbox'

/** A lesson's answer and its students' replies, arriving in every order (docs/product.md, 'Replies'). */

let tab: Tab
let students: Student[]
let occurrence: Occurrence

const yesterday = daysFromToday(-1)

ownDevice()
beforeEach(async () => {
  students = []
  for (const name of ['Ana', 'Bia', 'Caio', 'Davi']) students.push(await addStudent({ name }))
  const slot = weeklyOn(
    yesterday,
    students.map(({ id }) => id),
  )
  dataOf(await agenda.applySlotPlan({ op_id: newId(), end: [], add: [slot] }))
  await agreedLongAgo(backend, coach.id, { makeup: 30 })
  await backend.sql(
    `update public.lesson_slots set time_since = now() - interval '60 days' where user_id = $1`,
    [coach.id],
  )
  occurrence = await planned()
  tab = await openTab(backend, newBrowser(), coach)
  // Everything that the tab does not send itself happens on the other device.
  other.use()
})
const planned = () => occurrenceOn(yesterday)

const idOf = (at: number): Uuid => students[at]?.id ?? ''
const hoursBefore = (hours: number) =>
  new Date(Date.parse(occurrence.starts_at.instant) - hours * 3_600_000).toISOString()

/** The student tells by the link that they do not come, `hours` before the lesson. */
function tells(at: number, hours: number) {
  const { slot_id: slotId, slot_date: slotDate, starts_at } = occurrence
  const told = { hours, outcome: hours >= 24 ? 'kept' : 'late' } as const
  return notComing(backend, coach.id, { slotId, slotDate }, idOf(at), new Date(starts_at.instant), told)
}
/** What the coach notes of Ana, told so many hours before. */
const noteOfAna = (hours: number, reply: 'not_coming' | null = 'not_coming') =>
  noteOf(occurrence, idOf(0), reply, hoursBefore(hours))
/** Rafa, who comes on that day only. */
async function rafa() {
  const { slot_id, slot_date, starts_at } = occurrence
  const { id: student } = await addStudent({ name: 'Rafa' })
  return { slot_id, slot_date, student, start: starts_at.instant }
}

const held = () => heldIntent(newId(), occurrence, 'Ana')

async function seatsOf(sessionId: Uuid) {
  const lesson = dataOf(await sessions.get(sessionId))
  return Object.fromEntries(
    (lesson?.participants ?? []).map(({ student_name, attendance, told_outcome }) => [
      student_name,
      [attendance, told_outcome],
    ]),
  )
}

const waiting = async (lesson = held()) => {
  const names = namesIn([occurrence])
  await tab.queue({ id: lesson.opId, intent: { kind: 'session', session: lesson }, names })
  return lesson
}

test('what waits takes what was told until it is sent; who was given stars was there', async () => {
  const lesson = await waiting()
  await tab.keepStars(lesson.sessionId, idOf(2))
  await tells(0, 30)
  await tells(1, 3)
  await tells(2, 30)
  await tab.send()
  expect(await seatsOf(lesson.sessionId)).toEqual({
    Ana: ['excused', 'kept'],
    Bia: ['absent', 'late'],
    Caio: ['present', 'kept'],
    Davi: ['present', null],
  })
  expect(await tab.states()).toEqual(['sent', 'sent'])
})

test('stars that were given after the answer got lost are no other answer', async () => {
  const lesson = await waiting()
  await tab.sendUnanswered()
  expect(await tab.states()).toEqual(['sending'])
  await tab.keepStars(lesson.sessionId, idOf(2))
  await tab.send()
  expect((await tab.entries()).map(({ state, outcome }) => [state, outcome?.differs])).toEqual([
    ['sent', false],
    ['sent', false],
  ])
})

test('what was told of the hour to which a lesson was moved says nothing of the one that took place', async () => {
  const lesson = await waiting()
  const later = new Date(Date.parse(occurrence.starts_at.instant) + 2 * 3_600_000).toISOString()
  const { slot_id, slot_date } = occurrence
  dataOf(await agenda.applySlotPlan(movePlan(newId(), { slot_id, slot_date }, later)))
  occurrence = await planned()
  await tells(0, 30)
  dataOf(await openings.addGuest(await rafa()))
  await tab.send()
  expect(await seatsOf(lesson.sessionId)).toMatchObject({ Ana: ['present', null] })
  const { outcome } = await tab.entry(lesson.opId)
  expect(outcome).toMatchObject({ slotGone: true })
  expect(outcome).not.toHaveProperty('unknownReplies')
})

test('what the coach notes is sent before the answer, in whichever order both were kept', async () => {
  const lesson = await waiting()
  await tab.keepReply(noteOfAna(2))
  await tab.send()
  expect(await seatsOf(lesson.sessionId)).toMatchObject({ Ana: ['absent', 'late'] })
  expect(dataOf(await sessions.get(lesson.sessionId))?.participants[0]).toMatchObject({ told_by: 'coach' })
})

test('what was noted by a clock that is a day ahead was told when it arrives', async () => {
  const lesson = await waiting()
  const reply = noteOf(occurrence, idOf(0), 'not_coming', `${daysFromToday(1)}T12:00:00Z`)
  await tab.keepReply(reply)
  await tab.send()
  expect(await tab.states()).toEqual(['sent', 'sent'])
  expect(dataOf(await sessions.get(lesson.sessionId))?.participants[0]).toMatchObject({ told_by: 'coach' })
})

const isOwner = () => true

test('an answer waits for a note that is being sent', async () => {
  const [lesson, id, arrives, sent] = [held(), newId(), gate(), gate()]
  const sendOrQueue: Tab['modules']['sendOrQueue'] = (...given) =>
    tab.inBrowser(() => tab.modules.sendOrQueue(...given))
  await tab.inBrowser(() => tab.modules.outboxStore.showFor(coach.id))
  const reply = noteOfAna(2)
  const kept = { owner: coach.id, names: namesIn([occurrence]) }
  const noting = sendOrQueue(
    { ...kept, id, intent: { kind: 'reply', reply } },
    async () => {
      sent.open()
      await arrives.passed
      return replies.record(reply, id)
    },
    isOwner,
  )
  await sent.passed
  const register = () => sessions.register(lesson)
  expect(
    await sendOrQueue(
      { ...kept, id: lesson.opId, intent: { kind: 'session', session: lesson } },
      register,
      isOwner,
    ),
  ).toBe('queued')
  arrives.open()
  expect(await noting).toMatchObject({ success: true })
  await tab.send()
  expect(await seatsOf(lesson.sessionId)).toMatchObject({ Ana: ['absent', 'late'] })
})

test('a note that is taken out leaves the answer that waited for it', async () => {
  const lesson = await waiting()
  const id = await tab.keepReply(noteOfAna(2))
  const taken = dataOf(await tab.inBrowser(() => tab.modules.outbox.withdraw(coach.id, id)))
  expect(taken.map((entry) => entry.id)).toEqual([id])
  await tab.send()
  expect(await seatsOf(lesson.sessionId)).toMatchObject({ Ana: ['present', null] })
})

test('a note whose answer was lost is noted once, and tells what it did, though it was taken back since', async () => {
  const pkg = await sellPackage(idOf(0), { validityDays: 9 })
  const expiry = async () => dataOf(await packages.listByStudent(idOf(0)))[0]?.expiry_date
  const { takesReplies: _, ...lesson } = held()
  const participants = lesson.participants.map((each) => ({ ...each, attendance: 'excused' as const }))
  dataOf(await sessions.register({ ...lesson, participants }))
  const reply = noteOfAna(30)
  const id = await tab.keepReply(reply)
  tab.network(loseAnswers(to('/rpc/record_reply')))
  await tab.send()
  expect(await expiry()).toBe(daysFromToday(29))
  dataOf(await replies.record({ ...reply, reply: null }, newId()))
  tab.network(null)
  await tab.send()
  expect((await tab.entry(id)).outcome?.told).toBe(
    `Ana: validade do ${pkg.name}: +27 dias, até ${formatDate(daysFromToday(29))}`,
  )
  expect(await expiry()).toBe(pkg.expiry_date)
})

test('a note of a lesson that is gone is refused, and keeps no answer waiting', async () => {
  await tab.keepReply(noteOf({ ...occurrence, slot_id: newId() }, idOf(0), 'not_coming', hoursBefore(2)))
  const lesson = await waiting()
  await tab.send()
  expect((await tab.entries()).map(({ state, problem }) => [state, problem])).toEqual([
    ['refused', 'Esta aula não está mais na agenda'],
    ['sent', ''],
  ])
  expect(await seatsOf(lesson.sessionId)).toMatchObject({ Ana: ['present', null] })
})

test('a note that waits says nothing of the hour to which another device moved the lesson', async () => {
  const { slot_id, slot_date } = occurrence
  const later = new Date(Date.now() + 48 * 3_600_000).toISOString()
  dataOf(await agenda.applySlotPlan(movePlan(newId(), { slot_id, slot_date }, later)))
  await tab.keepReply(noteOfAna(2))
  await tab.send()
  const problem = 'Esta aula agora é em outra hora. Confira como ficou.'
  expect(await tab.entries()).toMatchObject([{ state: 'refused', problem }])
  // In the agenda's zone it may still be the day before.
  const { occurrences } = dataOf(await agenda.get(daysFromToday(1), daysFromToday(2)))
  expect(occurrences).toMatchObject([{ slot_id, students: [{ reply: null }, {}, {}, {}] }])
})

test('a note is not sent after what takes it back, though the server stumbled over the note first', async () => {
  const note = noteOfAna(30)
  const noted = await tab.keepReply(note)
  await tab.keepReply({ ...note, reply: null, noted })
  tab.network(failWith(to('/rpc/record_reply'), { status: 500 }, 3))
  await tab.send()
  await tab.send()
  expect(await tab.states()).toEqual(['sent', 'sent'])
  expect((await planned()).students).toMatchObject([{ reply: null }, {}, {}, {}])
})

test('a note that is taken back late leaves the one that another device has made since', async () => {
  dataOf(await replies.record(noteOfAna(30), newId()))
  const [student] = (await planned()).students
  const reply = noteOf(occurrence, idOf(0), null, student?.replied_at ?? '')
  dataOf(await replies.record(noteOfAna(2), newId()))
  const id = await tab.keepReply(reply)
  await tab.send()
  expect((await tab.entry(id)).outcome?.told).toBe('O outro aviso continua valendo: não vem.')
  const [late] = (await planned()).students
  expect(late).toMatchObject({ reply: 'not_coming', outcome: 'late' })
  dataOf(await replies.record(noteOf(occurrence, idOf(0), null, late?.replied_at ?? ''), newId()))
  expect((await planned()).students).toMatchObject([{ reply: null }, {}, {}, {}])
})

test("'Agora' whose answer was lost is taken back by who has not read yet when it arrived", async () => {
  const id = newId()
  const reply = noteOf(occurrence, idOf(0), 'not_coming', new Date().toISOString())
  dataOf(await replies.record({ ...reply, toldAt: null }, id))
  await tab.keepReply(reply, id)
  const [student] = withPendingAnswers([occurrence], await tab.entries(), 0)[0]?.students ?? []
  expect(student).toMatchObject({ replied_at: reply.toldAt, noted: id })
  await tab.keepReply({ ...reply, reply: null, noted: student?.noted })
  await tab.send()
  expect(await tab.states()).toEqual(['sent', 'sent'])
  expect((await tab.entries()).map(({ outcome }) => outcome?.told)).toEqual([undefined, undefined])
  expect((await planned()).students).toMatchObject([{ reply: null }, {}, {}, {}])
})

/** Ana's 'Não vou' reaches the server just before the next answer does. */
const tellingMeanwhile = (stub: Pick<Device, 'network'>) => {
  let isTold = false
  stub.network(async (request, answer) => {
    if (!isTold && isApply(request)) {
      isTold = true
      await tells(0, 30)
    }
    return answer(request)
  })
}

describe('told between the reading and the writing of an answer', () => {
  test('is named by the answer, and stays with the lesson', async () => {
    tellingMeanwhile(other)
    const lesson = held()
    const registered = opened(dataOf(await sessions.register(lesson)))
    expect(registered.unknownReplies).toEqual([{ name: 'Ana', at: expect.any(String) }])
    expect(await seatsOf(lesson.sessionId)).toMatchObject({ Ana: ['present', 'kept'] })
  })

  test('is named in what was sent in the background', async () => {
    const lesson = await waiting()
    tellingMeanwhile(tab)
    await tab.send()
    expect((await tab.entry(lesson.opId)).outcome).toMatchObject({ unknownReplies: [{ name: 'Ana' }] })
  })
})

test('who is expected on that day by then, and is not in the answer, is named; in what waited too', async () => {
  const lesson = await waiting()
  dataOf(await openings.addGuest(await rafa()))
  await tab.send()
  const outcome = { unknownReplies: [{ name: 'Rafa', at: null }] }
  expect(await tab.entry(lesson.opId)).toMatchObject({ outcome })
})

test('who was taken out of that day by then, and is in the answer, is named', async () => {
  const guest = await rafa()
  dataOf(await openings.addGuest(guest))
  const seen = await planned()
  dataOf(await openings.removeGuest(guest))
  const registered = opened(dataOf(await sessions.register(heldIntent(newId(), seen, 'Ana'))))
  expect(registered.unknownReplies).toEqual([{ name: 'Rafa', at: null, isOut: true }])
})

test('so is who came after Detalhes was opened, also where the coach corrected the hour there', async () => {
  dataOf(await openings.addGuest(await rafa()))
  const { takesReplies: _, ...lesson } = held()
  const date = new Date(Date.parse(lesson.date) + 5 * 60_000).toISOString()
  const registered = opened(dataOf(await sessions.register({ ...lesson, date, knownGuests: [] })))
  expect(registered.unknownReplies).toEqual([{ name: 'Rafa', at: null }])
})

test('what the coach saw and chose otherwise stands, and is no news', async () => {
  await tells(0, 30)
  const guest = await rafa()
  dataOf(await openings.addGuest(guest))
  const { takesReplies, ...lesson } = held()
  expect(takesReplies).toBe(true)
  const known = { knownReplies: [idOf(0)], knownGuests: [guest.student] }
  const registered = opened(dataOf(await sessions.register({ ...lesson, ...known })))
  expect(registered.unknownReplies).toEqual([])
  expect(await seatsOf(lesson.sessionId)).toMatchObject({ Ana: ['present', 'kept'] })
})

test('the kept credit is valid at least for the days of the agreement; a note taken back takes them back', async () => {
  const pkg = await sellPackage(idOf(0), { validityDays: 9 })
  const expiry = async () => dataOf(await packages.listByStudent(idOf(0)))[0]?.expiry_date
  dataOf(await replies.record(noteOfAna(30), newId()))
  expect(await planned()).toMatchObject({ students: [{ told_by: 'coach', outcome: 'kept' }, {}, {}, {}] })
  dataOf(await sessions.register(held()))
  expect(await expiry()).toBe(daysFromToday(29))
  dataOf(await replies.record(noteOfAna(30, null), newId()))
  expect(await expiry()).toBe(pkg.expiry_date)
})

test("'Não foi o aluno' takes back what was said by the link", async () => {
  await tells(0, 30)
  const { slot_id: slot, slot_date, starts_at } = occurrence
  const voided = { slot, slot_date, student: idOf(0), start: starts_at.instant, op: newId() }
  const { reply } = opened(dataOf(await replies.void(voided)))
  expect(reply).toBeNull()
  const lesson = held()
  dataOf(await sessions.register(lesson))
  expect(await seatsOf(lesson.sessionId)).toMatchObject({ Ana: ['present', null] })
})
