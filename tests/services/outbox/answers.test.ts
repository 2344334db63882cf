import { beforeEach, describe, expect, test } from 'vitest'
import { heldIntent, namesIn, skipIntent } from '@/agenda/answers'
import { agenda } from '@/agenda/data'
import { slotForm } from '@/agenda/slot.schema'
import { changeFromPlan, movePlan } from '@/agenda/slots'
import { timeOf } from '@/agenda/zone'
import { addDays } from '@/core/dates'
import type { Student } from '@/core/model'
import { undoOfSkip } from '@/credits/undo-of'
import type { OutboxIntent } from '@/outbox/rules'
import { packages } from '@/packages/data'
import { sessions } from '@/sessions/data'
import { lessonPlans } from '@/sessions/lesson-plans-data'
import { students } from '@/students/data'
import { backend, coach } from '../../support/coach'
import { weeklyOn } from '../../support/world/agenda'
import { feedbacksOf } from '../../support/world/facts'
import { notComing } from '../../support/world/past'
import { addStudent, creditsOf, dataOf, occurrenceOn, sellPackage } from '../../support/world/services'
import { daysFromToday, lessonIntent, newId } from '../../support/world/values'
import { failWith, deadNetwork, type NetworkStub } from '../device'
import { device, ownDevice } from '../own-device'
import { isApply, newBrowser, openTab, type Tab } from './support-outbox'

/** Answers to occurrences that wait on one device while another device changes the agenda. */

let tab: Tab
let bruno: Student
let slotId: string

const yesterday = daysFromToday(-1)

ownDevice()
beforeEach(async () => {
  bruno = await addStudent({ name: 'Bruno Lima' })
  await sellPackage(bruno.id)
  const eva = await addStudent({ name: 'Eva Nova' })
  const slot = weeklyOn(yesterday, [bruno.id, eva.id])
  slotId = slot.id
  dataOf(await agenda.applySlotPlan({ op_id: newId(), end: [], add: [slot] }))
  tab = await openTab(backend, newBrowser(), coach)
  // Everything that the tab does not send itself happens on the other device.
  device.use()
})
const planned = () => occurrenceOn(yesterday)

async function answer(intent: OutboxIntent, names: Record<string, string>): Promise<string> {
  const id = newId()
  const own = { ...intent }
  if (own.kind === 'session') own.session = { ...own.session, opId: id, sessionId: id }
  if (own.kind === 'skip') own.skip = { ...own.skip, opId: id }
  await tab.queue({ id, intent: own, names })
  return id
}
const held = async () => {
  const occurrence = await planned()
  return answer({ kind: 'session', session: heldIntent(newId(), occurrence, 'Ana') }, namesIn([occurrence]))
}
const skipped = async () => {
  const occurrence = await planned()
  return answer({ kind: 'skip', skip: skipIntent(newId(), [occurrence], 'rain') }, namesIn([occurrence]))
}
/** The other device changes the slot from yesterday on. */
async function change(values: { minutes?: number; time?: string }) {
  const stored = dataOf(await agenda.slots()).find(({ id }) => id === slotId)
  if (!stored) throw new Error('Expected the slot')
  const form = { ...slotForm(stored, yesterday), minutes: 60, clubId: null, until: null, ...values }
  dataOf(await agenda.applySlotPlan(changeFromPlan(newId(), stored, yesterday, form, newId)))
}
/** The database writes each skip, but the answer is lost. */
const losingSkips: NetworkStub = async (request, send) => {
  const response = await send(request)
  if (response.ok && isApply(request)) throw new TypeError('Failed to fetch')
  return response
}
const daysGiven = async () => dataOf(await packages.listByStudent(bruno.id))[0]?.extended_days
const lessons = () =>
  backend.sql('select id, slot_id, student_count from public.sessions where user_id = $1', [coach.id])
const ofYesterday = async () => dataOf(await agenda.get(yesterday, yesterday)).occurrences
const evaId = async () => (await planned()).students.find(({ name }) => name === 'Eva Nova')?.id ?? ''
const refused = (problem: unknown, more = {}) => ({ state: 'refused', problem, ...more })

describe('an answer that waited', () => {
  test('is one lesson with its feedback, whatever got lost on the way', async () => {
    const id = await held()
    await tab.keepStars(id, bruno.id)
    tab.network(deadNetwork)
    await tab.send()
    expect(await lessons()).toEqual([])
    tab.network(null)
    await tab.send()
    await tab.send()
    expect(await lessons()).toEqual([{ id, slot_id: slotId, student_count: 2 }])
    expect(await tab.states()).toEqual(['sent', 'sent'])
    expect(feedbacksOf(dataOf(await sessions.get(id)))).toMatchObject([{ student_id: bruno.id, rating: 5 }])
    expect(await creditsOf(bruno.id)).toBe(3)
  })

  test('to what another device has answered changes nothing, and is told', async () => {
    const waiting = [await held(), await skipped()]
    const theirs = heldIntent(newId(), await planned(), 'Ana')
    dataOf(await sessions.register(theirs))
    await tab.send()
    for (const id of waiting) {
      expect(await tab.entry(id)).toMatchObject({ state: 'sent', outcome: { answered: true } })
    }
    expect(await lessons()).toMatchObject([{ id: theirs.sessionId }])
    expect(await planned()).toMatchObject({ reason: null })
    expect(await creditsOf(bruno.id)).toBe(3)
  })

  test('that it happened ends the skip of another device', async () => {
    const id = await held()
    dataOf(await lessonPlans.skip(skipIntent(newId(), [await planned()], 'rain')))
    await tab.send()
    expect(await planned()).toMatchObject({ session_id: id, reason: null })
  })

  test('of a slot that was deleted is a lesson without one, and is told', async () => {
    const [waiting, skip] = [await held(), await skipped()]
    const [slot] = dataOf(await agenda.slots())
    const end = [{ slot_id: slotId, expected: slot?.updated_at ?? '', last_day: null }]
    dataOf(await agenda.applySlotPlan({ op_id: newId(), end, add: [] }))
    await tab.send()
    expect(await tab.entry(waiting)).toMatchObject({ state: 'sent', outcome: { slotGone: true } })
    const gone = /^Este horário não existe mais na agenda: \d\d\/\d\d\/\d{4}, 12:00\. Nada foi mudado\.$/
    expect(await tab.entry(skip)).toMatchObject(refused(expect.stringMatching(gone)))
    expect(await lessons()).toEqual([{ id: waiting, slot_id: null, student_count: 2 }])
  })

  test.each([
    ['its answer came', null],
    ['its answer was lost', losingSkips],
  ])(
    'that it did not happen follows to the slot that replaced it, with its days; undone, both are gone: %s',
    async (_, network) => {
      const before = await planned()
      const skip = skipIntent(newId(), [before], 'rain', { days: 7 })
      const id = await answer({ kind: 'skip', skip }, namesIn([before]))
      await change({ minutes: 90 })
      tab.network(network)
      await tab.send()
      tab.network(null)
      await tab.send()
      expect(await planned()).toMatchObject({ minutes: 90, reason: 'rain' })
      expect(await tab.entry(id)).toMatchObject({ state: 'sent', outcome: { slotMoved: true } })
      expect(await daysGiven()).toBe(7)

      const { intent } = await tab.entry(id)
      if (intent.kind !== 'skip') throw new Error('Expected a skip')
      dataOf(await lessonPlans.restore({ ...undoOfSkip(intent.skip), opId: newId() }))
      expect(await planned()).toMatchObject({ reason: null })
      expect(await daysGiven()).toBe(0)
    },
  )

  test('to what another device moved to another day is no answer to it: a lesson without a slot, no skip', async () => {
    const before = await planned()
    const day = addDays(yesterday, 2)
    const [lesson, skip] = [await held(), await skipped()]
    const later = new Date(Date.parse(before.starts_at.instant) + 2 * 86_400_000).toISOString()
    dataOf(await agenda.applySlotPlan(movePlan(newId(), before, later)))
    await tab.send()
    expect(await tab.entry(lesson)).toMatchObject({ state: 'sent', outcome: { slotGone: true } })
    expect(await tab.entry(skip)).toMatchObject({ state: 'refused' })
    expect(dataOf(await agenda.get(day, day)).occurrences).toMatchObject([{ session_id: null, reason: null }])
  })

  test('of two occurrences one of which is gone skips the other one, and names what is gone', async () => {
    const other = weeklyOn(yesterday, [bruno.id], { start_time: '15:00:00' })
    dataOf(await agenda.applySlotPlan({ op_id: newId(), end: [], add: [other] }))
    const both = await ofYesterday()
    const id = await answer({ kind: 'skip', skip: skipIntent(newId(), both, 'rain') }, {})
    await change({ time: '18:00' })
    await tab.send()
    expect((await ofYesterday()).map(({ starts_at, reason }) => [timeOf(starts_at), reason])).toEqual([
      ['15:00', 'rain'],
      ['18:00', null],
    ])
    const notSkipped = [both[0]?.starts_at]
    expect(await tab.entry(id)).toMatchObject({ state: 'sent', outcome: { notSkipped } })
  })

  test('leaves out who was deleted, names them, and registers the others', async () => {
    const waiting = await held()
    dataOf(await students.remove(await evaId(), { eraseGroupNotes: false }))
    await tab.send()
    expect(await tab.entry(waiting)).toMatchObject({ state: 'sent', outcome: { leftOut: ['Eva Nova'] } })
    expect(await lessons()).toMatchObject([{ id: waiting, student_count: 1 }])
  })

  test('whose stars wait too tells that their student was deleted: there is no attendance to change', async () => {
    const eva = await evaId()
    const given = await tab.keepStars(await held(), eva)
    dataOf(await students.remove(eva, { eraseGroupNotes: false }))
    await tab.send()
    const problem = expect.stringContaining('ou foi apagado ou anonimizado')
    expect(await tab.entry(given)).toMatchObject(refused(problem))
  })

  test('of nobody who is still there waits for the coach', async () => {
    const waiting = await held()
    for (const { id } of (await planned()).students) {
      dataOf(await students.remove(id, { eraseGroupNotes: false }))
    }
    await tab.send()
    expect(await tab.entry(waiting)).toMatchObject(refused('Aluno não encontrado'))
    expect(await lessons()).toEqual([])
  })

  test('skips each of two occurrences that one slot has on one day, though a third was registered', async () => {
    const other = weeklyOn(yesterday, [bruno.id], { starts_on: daysFromToday(-15), start_time: '18:00:00' })
    dataOf(await agenda.applySlotPlan({ op_id: newId(), end: [], add: [other] }))
    for (const [days, hour] of [
      [-15, '11'],
      [-8, '12'],
    ] as const) {
      const from = { slot_id: other.id, slot_date: daysFromToday(days) }
      dataOf(await agenda.applySlotPlan(movePlan(newId(), from, `${yesterday}T${hour}:00:00Z`)))
    }
    const ofSlot = async () => (await ofYesterday()).filter(({ slot_id }) => slot_id === other.id)
    const three = await ofSlot()
    const id = await answer({ kind: 'skip', skip: skipIntent(newId(), three, 'rain') }, {})
    const [first] = three
    if (!first) throw new Error('Expected an occurrence')
    dataOf(await sessions.register(heldIntent(newId(), first, 'Ana')))
    await tab.send()
    const outcome = { answered: true, told: '2 aulas da agenda são puladas' }
    expect(await tab.entry(id)).toMatchObject({ state: 'sent', outcome })
    expect((await ofSlot()).map(({ session_id, reason }) => [session_id !== null, reason])).toEqual([
      [true, null],
      [false, 'rain'],
      [false, 'rain'],
    ])
  })
})

/** A lesson registered without the agenda, half an hour from the slot. */
const plus = () => lessonIntent([bruno.id], { date: `${yesterday}T15:28:00.000Z`, lessonDay: yesterday })
const charged = () => creditsOf(bruno.id)

describe('a lesson that may be the same', () => {
  test('an answer that waited beside a lesson by + asks; the same one takes no credit, its stars follow', async () => {
    const id = await held()
    await tab.keepStars(id, bruno.id)
    const theirs = { ...plus(), participants: [{ studentId: bruno.id }] }
    dataOf(await sessions.register(theirs))
    await tab.send()
    const problem = 'Já há uma aula às 12:28 com Bruno Lima: é a mesma?'
    expect(await tab.entry(id)).toMatchObject(refused(problem, { beside: [theirs.sessionId] }))
    expect(await charged()).toBe(3)

    const { starts_at } = await planned()
    const told = { hours: 1, outcome: 'late' } as const
    const start = new Date(starts_at.instant)
    await notComing(backend, coach.id, { slotId, slotDate: yesterday }, bruno.id, start, told)
    dataOf(await tab.modules.outbox.settleBeside(coach.id, id, 'same'))
    await tab.send()
    const outcome = { unknownReplies: [{ name: 'Bruno Lima' }] }
    expect(await tab.entry(id)).toMatchObject({ state: 'sent', intent: { kind: 'link' }, outcome })
    expect(await lessons()).toEqual([{ id: theirs.sessionId, slot_id: slotId, student_count: 1 }])
    expect(feedbacksOf(dataOf(await sessions.get(theirs.sessionId)))).toMatchObject([{ rating: 5 }])
    expect(await charged()).toBe(3)
  })

  test('another one is registered beside it, once the coach says so', async () => {
    const id = await held()
    dataOf(await sessions.register(plus()))
    await tab.send()
    dataOf(await tab.modules.outbox.settleBeside(coach.id, id, 'other'))
    await tab.send()
    expect(await tab.entry(id)).toMatchObject({ state: 'sent' })
    expect(await lessons()).toHaveLength(2)
    expect(await charged()).toBe(2)
  })

  test('one by + that waited while another device answered asks, and takes no credit', async () => {
    const id = await answer({ kind: 'session', session: plus() }, { [bruno.id]: 'Bruno Lima' })
    const theirs = heldIntent(newId(), await planned(), 'Ana')
    dataOf(await sessions.register(theirs))
    await tab.send()
    const problem = 'Já há uma aula às 12:00 com Bruno Lima e Eva Nova: é a mesma?'
    expect(await tab.entry(id)).toMatchObject(refused(problem, { beside: [theirs.sessionId] }))
    expect(await charged()).toBe(3)
    // The waiting lesson adds nothing to the lesson of the agenda, so the coach removes it.
    dataOf(await tab.modules.outbox.settleBeside(coach.id, id, 'same'))
    expect(await tab.entry(id)).toMatchObject({ state: 'refused' })
  })

  // Regression: it was looked for on its day in the agenda only, so the entry was refused without a question.
  test('one by + beside a lesson that was not held on its day in the agenda asks too', async () => {
    const lessonDay = addDays(yesterday, -3)
    const at = (time: string) => ({ date: `${lessonDay}T${time}:00.000Z`, lessonDay })
    const id = await answer({ kind: 'session', session: { ...plus(), ...at('15:28') } }, {})
    const theirs = { ...heldIntent(newId(), await planned(), 'Ana'), ...at('15:00') }
    dataOf(await sessions.register(theirs))
    await tab.send()
    expect(await tab.entry(id)).toMatchObject({ state: 'refused', beside: [theirs.sessionId] })
  })
})

test('a link follows to the slot that replaced its own; its undo takes that one off', async () => {
  const { slot_id, slot_date, starts_at } = await planned()
  const lesson = lessonIntent([bruno.id], { date: starts_at.instant, lessonDay: yesterday })
  dataOf(await sessions.register({ ...lesson, beside: [] }))
  const { sessionId } = lesson
  const id = newId()
  const slot = { slotId: slot_id, slotDate: slot_date, movedTo: null }
  const link = { opId: id, sessionId, slot, begins: starts_at.instant }
  await tab.inBrowser(() => tab.modules.outboxStore.showFor(coach.id))
  await tab.queue({ id, intent: { kind: 'link', link }, names: { [bruno.id]: 'Bruno Lima' } })
  await change({ minutes: 90 })
  await tab.send()
  expect(await tab.entry(id)).toMatchObject({ state: 'sent', outcome: { slotMoved: true } })
  const now = await planned()
  expect(now.slot_id).not.toBe(slot_id)
  expect(now.session_id).toBe(sessionId)
  const { undo } = dataOf(
    await tab.inBrowser(() => tab.modules.withdrawPending(coach.id, id, { kind: 'link', link }, () => {})),
  )
  if (undo === null) throw new Error('It was sent.')
  dataOf(await lessonPlans.restore({ ...undo, opId: newId() }))
  expect(await lessons()).toMatchObject([{ id: sessionId, slot_id: null }])
  // Its names are listed, so it goes with an erased student.
  await tab.modules.outbox.forgetSentAbout(coach.id, bruno.id)
  expect(await tab.entries()).toEqual([])
})

test('the last tap on a student stands, though the server stumbled over the one before', async () => {
  const sessionId = await held()
  await tab.send()
  for (const rating of [3, 5]) await tab.keepStars(sessionId, bruno.id, rating)
  tab.network(failWith(isApply, { status: 500 }, 3))
  await tab.send()
  await tab.send()
  expect(await tab.states()).toEqual(['sent', 'sent', 'sent'])
  expect(feedbacksOf(dataOf(await sessions.get(sessionId)))).toMatchObject([{ rating: 5 }])
})

test('a feedback whose lesson was registered elsewhere is kept, and says so', async () => {
  await tab.keepStars(newId(), bruno.id)
  await tab.send()
  const problem =
    'A aula deste feedback não existe mais, ou foi registrada em outro aparelho. Dê o feedback em Sessões de Aula.'
  expect(await tab.entries()).toMatchObject([refused(problem)])
})

test('a feedback about a student who is not in the lesson any more does not call the student unknown', async () => {
  const carla = await addStudent({ name: 'Carla Dias' })
  const lesson = lessonIntent([bruno.id])
  dataOf(await sessions.register(lesson))
  await tab.keepStars(lesson.sessionId, carla.id)
  await tab.send()
  const problem = expect.stringContaining('O aluno não está como presente nesta aula')
  expect(await tab.entries()).toMatchObject([refused(problem)])
})
