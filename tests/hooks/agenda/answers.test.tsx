import 'fake-indexeddb/auto'
import type { QueryClient } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { useOwner } from '@/account/use-auth'
import { heldIntent, skipIntent } from '@/agenda/answers'
import { agenda } from '@/agenda/data'
import { mondayOf, type ExpectedStudent, type Occurrence } from '@/agenda/rules'
import { slotForm } from '@/agenda/slot.schema'
import { changeFromPlan, endPlan } from '@/agenda/slots'
import { useAgenda } from '@/agenda/use-agenda'
import { useAnswer } from '@/agenda/use-answer'
import { useQuickAttendance } from '@/agenda/use-quick-attendance'
import { useQuickFeedback } from '@/agenda/use-quick-feedback'
import { recentLessonsQuery } from '@/agenda/use-recent-lessons'
import { useWeeks } from '@/agenda/week/use-weeks'
import { useReplies } from '@/agreement/use-replies'
import { addDays } from '@/core/dates'
import type { RegistrationIntent } from '@/credits/intents'
import { QUERY_CACHE_VERSION } from '@/data/queries/owner-query'
import { makeQueryClient } from '@/data/queries/query-client'
import { currentToast, runToastAction } from '@/lib/browser/toast'
import { reportReachable, reportUnreachable } from '@/lib/network/connection'
import { openQueryStore } from '@/lib/storage/query-store'
import { outbox, outboxStore } from '@/outbox/data'
import { sendOutbox, sendTimer } from '@/outbox/outbox-sender-data'
import { sessions } from '@/sessions/data'
import { lessonPlans } from '@/sessions/lesson-plans-data'
import { useEditSession, useUpdateFeedback } from '@/sessions/use-write-sessions'
import { deadNetwork, loseAnswers, to, makeDevice, skipRetryDelays, type Device } from '../../services/device'
import { backend, coach, ownCoach } from '../../support/coach'
import { gate } from '../../support/gate'
import { impatient } from '../../support/impatient'
import { cutOff } from '../../support/network'
import { providers } from '../../support/providers'
import { weeklyOn } from '../../support/world/agenda'
import { feedbacksOf } from '../../support/world/facts'
import {
  addSlots,
  addStudent,
  creditsOf,
  dataOf,
  occurrenceOn,
  occurrencesOf,
  sellPackage,
} from '../../support/world/services'
import { daysFromToday, lessonIntent, newId } from '../../support/world/values'

/** Answering occurrences from a row of the agenda, with and without a connection. */

ownCoach()
let device: Device
let cache: QueryClient
let student: string

const yesterday = daysFromToday(-1)
const AT = { instant: `${yesterday}T12:00:00Z`, zone: 'America/Sao_Paulo' }

skipRetryDelays()
// The outbox is sent when the test says so, not after a pause.
sendTimer.schedule = () => () => {}
beforeEach(async () => {
  device = await makeDevice(backend).use().signIn(coach)
  cache = impatient(makeQueryClient())
  student = (await addStudent({ name: 'Bruno Lima' })).id
  await sellPackage(student)
  const add = [weeklyOn(yesterday, [student]), weeklyOn(yesterday, [student], { start_time: '15:00:00' })]
  await addSlots(...add)
})
afterEach(async () => {
  device.network(null)
  await outbox.clear(coach.id)
})

const wrapper = providers(() => cache)

const useBoth = () => ({ agenda: useAgenda(yesterday, yesterday).data, answer: useAnswer() })

async function open(count = 2) {
  const { result } = renderHook(useBoth, { wrapper })
  await waitFor(() => expect(result.current.agenda?.occurrences).toHaveLength(count))
  type Answers = ReturnType<typeof useAnswer>
  const answers = {
    held: (...args: Parameters<Answers['held']>) => act(() => result.current.answer.held(...args)),
    heldTwice: (occurrence: Occurrence) =>
      act(() => Promise.all([occurrence, occurrence].map((each) => result.current.answer.held(each)))),
    heldThenAll: (all: Occurrence[]) =>
      act(() =>
        Promise.all([result.current.answer.held(defined(all[0])), result.current.answer.allHeld(all)]),
      ),
    allHeldTwice: (all: Occurrence[]) =>
      act(() => Promise.all([all, all].map((each) => result.current.answer.allHeld(each)))),
    same: (...args: Parameters<Answers['same']>) => act(() => result.current.answer.same(...args)),
    allHeld: (all: Occurrence[]) => act(() => result.current.answer.allHeld(all)),
    skip: (all: Occurrence[], reason: 'rain') => act(() => result.current.answer.skip(all, reason)),
    asked: () => result.current.answer.asked,
    /** The lesson about which the coach is asked. */
    there: () => defined(result.current.answer.asked?.lessons[0]),
  }
  const occurrences = () => defined(result.current.agenda).occurrences
  const first = () => defined(occurrences()[0])
  /** The lesson of the first occurrence, once it was answered. */
  const heldId = async () => defined((await answers.held(first()))?.sessionId)
  return { answers, occurrences, first, heldId }
}
function defined<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('Expected a value')
  return value
}

/** Requests fail from now on, and the app knows that it is offline. */
function goOffline() {
  device.network(deadNetwork)
  reportUnreachable()
}
/** Keeps a lesson on the device, as without a connection. */
async function queue(session: RegistrationIntent) {
  const entry = { id: session.opId, owner: coach.id, names: { [student]: 'Bruno Lima' }, unknown: false }
  dataOf(await outbox.queue({ ...entry, intent: { kind: 'session', session } }))
}
const undoByToast = () => act(async () => runToastAction(currentToast()?.id ?? -1))
const lessons = () => backend.sql('select id from public.sessions where user_id = $1', [coach.id])
const waiting = async () => (await outboxStore.list(coach.id)).map(({ intent }) => intent.kind)
const waits = (...kinds: Awaited<ReturnType<typeof waiting>>) =>
  waitFor(async () => expect(await waiting()).toEqual(kinds))
const isApply = to('/rpc/apply_session_plan')
/** The server applies plans from now on, but their answers are lost. */
const loseAnswered = () => device.network(loseAnswers(isApply))
/** A hook as it is once the coach is known. */
async function hook<T>(use: () => T) {
  const { result } = renderHook(() => ({ owner: useOwner(), of: use() }), { wrapper })
  await waitFor(() => expect(result.current.owner).toBe(coach.id))
  return () => result.current.of
}

/** Another tab, with what the device keeps by now. */
async function newTab() {
  const client = impatient(makeQueryClient())
  const { result } = renderHook(() => ({ owner: useOwner(), ...useAnswer() }), {
    wrapper: providers(() => client),
  })
  await waitFor(() => expect(result.current.owner).toBe(coach.id))
  return { client, excuses: () => result.current.excuses }
}

// Regression: the weeks of two requests each had what waits here, so a late lesson of last week stood there twice.
test('a lesson that waits here stands once on its day, also in a week whose neighbour is read apart', async () => {
  const monday = addDays(mondayOf(daysFromToday(0)), -7)
  const weeks = await hook(() => useWeeks(monday, daysFromToday(0)))
  await waitFor(() => expect(weeks().entriesOf(addDays(monday, -1))).toBeDefined())
  goOffline()
  const date = `${monday}T15:00:00Z`
  await queue(lessonIntent([student], { date, lessonDay: monday }))
  const waitingOn = () =>
    weeks()
      .entriesOf(monday)
      ?.filter(({ pending }) => pending)
  await waitFor(() => expect(waitingOn()).not.toHaveLength(0))
  expect(waitingOn()).toHaveLength(1)
})

// Regression: each tab kept the whole list, so the second one to write forgot whom the first had excused.
test('excuses whom either of two tabs excused, neither of which knew of the other', async () => {
  const store = openQueryStore()
  await store.claim(coach.id, QUERY_CACHE_VERSION, Date.now())
  const { first } = await open()
  const students = ['Ana', 'Bia'].map((name) => ({ id: newId(), name, replied_at: AT.instant }))
  const told: Occurrence = { ...first(), students }
  const tabs = [await newTab(), await newTab()]
  for (const [index, { client, excuses }] of tabs.entries()) {
    const each = defined(students[index])
    act(() => excuses().set(told, each, true))
    expect(excuses().of(told)).toEqual([each.id])
    const kept = client
      .getQueryCache()
      .findAll({ queryKey: [coach.id, 'agenda', 'excused'] })
      .map(({ queryHash: hash, queryKey: key, state: { data, dataUpdatedAt } }) => {
        return { hash, key, data, readAt: dataUpdatedAt }
      })
    await store.write(coach.id, QUERY_CACHE_VERSION, kept)
  }
  const last = await newTab()
  await waitFor(() => expect(last.excuses().of(told)).toEqual(students.map(({ id }) => id)))
})

test('to a slot that another device has changed is none: the coach is told, and the row is read anew', async () => {
  const { answers, occurrences, first } = await open()
  const [seen] = occurrences()
  const slot = dataOf(await agenda.slots()).find(({ id }) => id === seen?.slot_id)
  if (!slot) throw new Error('Expected the slot')
  const form = { ...slotForm(slot, yesterday), minutes: 90, clubId: null, until: null }
  dataOf(await agenda.applySlotPlan(changeFromPlan(newId(), slot, yesterday, form, newId)))
  expect(await answers.held(first())).toBe(null)
  expect(currentToast()).toMatchObject({ title: 'A agenda mudou em outro aparelho', tone: 'warning' })
  await waitFor(() => expect(first()).toMatchObject({ minutes: 90, session_id: null }))
  expect(await lessons()).toEqual([])
})

test('whose lesson another device deleted, after its answer was lost, is given anew by the second press', async () => {
  const { answers, first } = await open()
  device.network(async (request, send) => {
    const response = await send(request)
    return isApply(request) ? new Response('', { status: 502 }) : response
  })
  expect(await answers.held(first())).toBe(null)
  device.network(null)
  const [sent] = await lessons()
  dataOf(await sessions.remove({ opId: newId(), sessionId: String(sent?.id) }))
  expect(await answers.held(first())).toBe(null)
  expect(currentToast()).toMatchObject({ description: 'Esta aula já foi apagada' })
  expect(await answers.held(first())).toMatchObject({ queued: false })
})

test('who owes two lessons of a day is named once, and not as owing one lesson', async () => {
  await backend.sql('delete from public.packages where user_id = $1', [coach.id])
  const { answers, occurrences } = await open()
  await answers.allHeld(occurrences())
  const description = 'Bruno Lima ficou sem pacote'
  expect(currentToast()).toMatchObject({ title: '2 aulas registradas', description })
})

test('everybody who owes a lesson is named', async () => {
  const other = (await addStudent({ name: 'Caio Reis' })).id
  await backend.sql('delete from public.packages where user_id = $1', [coach.id])
  const slot = weeklyOn(yesterday, [student, other], { start_time: '17:00:00' })
  await addSlots(slot)
  const { answers, occurrences } = await open(3)
  await answers.held(defined(occurrences()[2]))
  const description = 'Bruno Lima e Caio Reis ficaram sem pacote nesta aula'
  expect(currentToast()).toMatchObject({ description })
})

test('what another device answered is told, and shown', async () => {
  const { answers, first } = await open()
  dataOf(await sessions.register(heldIntent(newId(), first(), 'Ana')))
  expect(await answers.held(first())).toBeNull()
  expect(currentToast()).toMatchObject({ title: 'Esta aula já estava registrada', tone: 'info' })
  await waitFor(() => expect(first().session_id).not.toBeNull())
})

// Regression: 'Esta aula já estava registrada' was said of both.
test('what another device answered is told of all that happened too', async () => {
  const { answers, occurrences } = await open()
  for (const each of occurrences()) dataOf(await sessions.register(heldIntent(newId(), each, 'Ana')))
  expect(await answers.allHeld(occurrences())).toBe(true)
  expect(currentToast()).toMatchObject({ title: 'Estas aulas já estavam registradas', tone: 'info' })
})

// Regression: of a day with a row that was being answered 'Todas aconteceram' did nothing, and said nothing.
test("'Todas aconteceram' answers the others while one is being answered", async () => {
  const { answers, occurrences } = await open()
  expect(await answers.heldThenAll(occurrences())).toMatchObject([{ queued: false }, true])
  expect(await lessons()).toHaveLength(2)
})

test("a second tap on 'Todas aconteceram' is not told as what another device answered", async () => {
  const { answers, occurrences } = await open()
  expect(await answers.allHeldTwice(occurrences())).toEqual([true, null])
  expect(currentToast()).toMatchObject({ title: '2 aulas registradas' })
})

test('two taps before the screen is redrawn: an answer is given once, and a tag keeps the star before it', async () => {
  const { answers, first } = await open()
  const [held, again] = await answers.heldTwice(first())
  expect(again).toBeNull()
  const feedback = await feedbackOf(held?.sessionId ?? '')
  feedback.tapEach({ rating: 4 }, { tags: ['Saque'] })
  await waitFor(async () => expect(await feedback.stored()).toMatchObject([{ rating: 4, tags: ['Saque'] }]))
})

test('a tap changes what was tapped, and nothing that another device wrote, read here or not', async () => {
  const { sessionId, feedback } = await registered()
  const elsewhere = async (change: { rating: number; tags: string[] }) =>
    dataOf(await sessions.updateFeedback({ opId: newId(), sessionId, studentId: student, feedback: change }))
  const becomes = (stored: object) =>
    waitFor(async () => expect(await feedback.stored()).toMatchObject([stored]))
  feedback.tapEach({ rating: 5 })
  await becomes({ rating: 5 })
  const read = { rating: 2, tags: [] }
  await elsewhere(read)
  await waitFor(async () => {
    await act(() => cache.fetchQuery({ ...recentLessonsQuery(coach.id), staleTime: 0 }))
    expect(feedback.tapped()).toEqual(read)
  })
  feedback.tapEach({ tags: ['Saque'] })
  await becomes({ rating: 2, tags: ['Saque'] })
  await elsewhere({ rating: 3, tags: ['Saque'] })
  feedback.tapEach({ tags: ['Smash'] })
  await becomes({ rating: 3, tags: ['Smash'] })
  // The same without a connection, with each tap sent to the outbox.
  await elsewhere({ rating: 1, tags: ['Voleio'] })
  goOffline()
  feedback.tapEach({ rating: 3 })
  await waits('feedback')
  feedback.tapEach({ rating: 4 })
  await waitFor(async () => expect(await outboxStore.list(coach.id)).toMatchObject([ratedWaiting(4)]))
  await goOnline()
  expect(await feedback.stored()).toMatchObject([{ rating: 4, tags: ['Voleio'] }])
})

test('a star on a lesson that another device deleted says so, and the lesson can be answered again', async () => {
  const { sessionId, feedback, first } = await registered()
  dataOf(await sessions.remove({ opId: newId(), sessionId }))
  expect(first().session_id).toBe(sessionId)
  feedback.tap(4)
  await waitFor(() => expect(currentToast()).toMatchObject({ tone: 'error' }))
  await waitFor(() => expect(first().session_id).toBeNull())
})

const ratedWaiting = (rating: number) => ({ intent: { feedback: { feedback: { rating } } } })
/** A lesson that was answered by 'Aconteceu', and its stars. */
async function registered() {
  const { heldId, ...opened } = await open()
  const sessionId = await heldId()
  return { ...opened, sessionId, feedback: await feedbackOf(sessionId) }
}

const storedFeedback = async (sessionId: string) => feedbacksOf(dataOf(await sessions.get(sessionId))) ?? []

/** Stars and tags of a lesson, and its feedback form as opened with the stored feedback. */
async function feedbackOf(sessionId: string, [seen]: Awaited<ReturnType<typeof storedFeedback>> = []) {
  const quick = await hook(() =>
    useQuickFeedback({ lesson: { id: sessionId, at: AT }, students: [{ id: student, name: 'Bruno Lima' }] }),
  )
  const form = await hook(useUpdateFeedback)
  const edit = await hook(useEditSession)
  type Change = Parameters<ReturnType<typeof quick>['tap']>[1]
  const tapEach = (...changes: Change[]) =>
    act(() => {
      for (const change of changes) quick().tap(student, change)
    })
  return {
    edit: async (expectedVersion: number) => {
      const participants = [{ studentId: student, feedback: TYPED }]
      const change = { opId: newId(), sessionId, expectedVersion, lessonDay: yesterday, participants }
      return act(() => edit().mutateAsync(change))
    },
    stored: () => storedFeedback(sessionId),
    tapped: () => quick().tapped.get(student),
    settled: () => quick().settled(student),
    tap: (rating: number) => tapEach({ rating, tags: ['Saque'] }),
    tapEach,
    save: () => {
      const intent = { opId: newId(), sessionId, studentId: student, feedback: TYPED }
      return act(() => form().mutateAsync({ intent, ...(seen && { seen }) }))
    },
  }
}
/** A lesson with a feedback, whose form is open. */
async function givenBefore() {
  const { heldId } = await open()
  const sessionId = await heldId()
  const given = { rating: 3, tags: [], notes: 'De antes' }
  await sessions.updateFeedback({ opId: newId(), sessionId, studentId: student, feedback: given })
  const seen = await storedFeedback(sessionId)
  expect(seen).toMatchObject([given])
  return feedbackOf(sessionId, seen)
}
const TYPED = { rating: 4, tags: ['Voleio'], notes: 'Bom treino', privateNotes: '' }

/** Brings the connection back, and sends the outbox. */
async function goOnline() {
  device.network(null)
  await act(() => sendOutbox())
}

/** A lesson registered without the agenda, half an hour from the first slot. */
const plus = (day = yesterday) =>
  lessonIntent([student], { date: new Date(`${day}T12:28:00-03:00`).toISOString(), lessonDay: day })
async function endFirst() {
  const [first] = await occurrencesOf(yesterday)
  const slot = dataOf(await agenda.slots()).find(({ id }) => id === first?.slot_id)
  dataOf(await agenda.applySlotPlan(endPlan(newId(), defined(slot), yesterday)))
}
const asStored = ({ slot_id, session_id }: Occurrence) => ({ slot_id, session_id })
const slots = () => backend.sql('select slot_date::text from public.sessions where user_id = $1', [coach.id])

describe('a lesson by + close to it', () => {
  test.each([
    ['on the same day', yesterday],
    ['where it was the next day, for a coach without a zone', daysFromToday(0)],
  ])(
    'that another device registered since this one read the agenda is asked about too: %s',
    async (_, lessonDay) => {
      const { answers, first } = await open()
      const lesson = { ...plus(), lessonDay }
      dataOf(await sessions.register(lesson))
      expect(await answers.held(first())).toBeNull()
      expect(answers.asked()?.lessons.map(({ id }) => id)).toEqual([lesson.sessionId])
      expect(await creditsOf(student)).toBe(3)
      // The coach says that it is another lesson.
      await answers.held(first(), [lesson.sessionId])
      expect(await creditsOf(student)).toBe(2)
      expect(answers.asked()).toBeNull()
    },
  )

  test('that is another one is not asked about again, when another device registered one more', async () => {
    const known = plus()
    dataOf(await sessions.register(known))
    const { answers, first } = await open()
    expect(await answers.held(first())).toBeNull()
    const news = plus()
    dataOf(await sessions.register({ ...news, beside: [known.sessionId] }))
    expect(await answers.held(first(), [known.sessionId])).toBeNull()
    expect(answers.asked()?.lessons.map(({ id }) => id)).toEqual([news.sessionId])
    await answers.held(first(), [news.sessionId])
    expect(answers.asked()).toBeNull()
    expect(await creditsOf(student)).toBe(1)
  })

  // Regression: the row stayed as it was read, so each 'É a mesma' was refused once more.
  test.each([
    [
      'another device made it the lesson of another hour',
      async (lesson: RegistrationIntent) => {
        const [, second] = await occurrencesOf(yesterday)
        const slot = { slotId: defined(second).slot_id, slotDate: yesterday, movedTo: null }
        dataOf(
          await lessonPlans.link({ opId: newId(), sessionId: lesson.sessionId, slot, begins: AT.instant }),
        )
      },
    ],
    ['the hour is gone', endFirst],
  ])('is not linked once %s: the agenda is read again', async (_, elsewhere) => {
    const lesson = plus()
    dataOf(await sessions.register(lesson))
    const { answers, occurrences, first } = await open()
    expect(await answers.held(first())).toBeNull()
    const there = answers.there()
    await elsewhere(lesson)
    const now = await occurrencesOf(yesterday)
    expect(await answers.same(first(), there)).toBeNull()
    expect(currentToast()).toMatchObject({ title: 'Erro ao ligar a aula à agenda' })
    await waitFor(() => expect(occurrences().map(asStored)).toEqual(now.map(asStored)))
  })

  test('is left out of all that happened, and named', async () => {
    dataOf(await sessions.register(plus()))
    const { answers, occurrences } = await open()
    expect(await answers.allHeld(occurrences())).toBe(true)
    const left = expect.stringContaining('12:00 ficou de fora: já há uma aula perto. Responda na linha.')
    const told = { title: '1 de 2 aulas registradas', description: left, tone: 'warning' }
    expect(currentToast()).toMatchObject(told)
    expect(await creditsOf(student)).toBe(2)
  })

  test('that waits on the device is linked on the device, and both arrive once', async () => {
    const { answers, first } = await open()
    goOffline()
    const lesson = plus()
    await queue(lesson)
    expect(await answers.held(first())).toBeNull()
    await answers.same(first(), answers.there())
    expect(await waiting()).toEqual(['session', 'link'])
    await waitFor(() => expect(first()).toMatchObject({ session_id: lesson.sessionId, pending: true }))
    await goOnline()
    expect(await slots()).toEqual([{ slot_date: yesterday }])
    expect(await creditsOf(student)).toBe(3)
    // The lesson was already sent, so the undo only takes the slot off it.
    await undoByToast()
    await waitFor(async () => expect(await slots()).toEqual([{ slot_date: null }]))
    expect(await creditsOf(student)).toBe(3)
  })
})

test('of all that happened one fails: those that were registered are counted and undone', async () => {
  const { answers, occurrences } = await open()
  let applied = 0
  device.network(async (request, send) => {
    if (request.url.includes('apply_session_plan') && (applied += 1) > 1)
      return new Response('{}', { status: 400, headers: { 'content-type': 'application/json' } })
    return send(request)
  })
  expect(await answers.allHeld(occurrences())).toBe(false)
  expect(currentToast()).toMatchObject({ title: '1 de 2 aulas registradas', tone: 'warning' })
  device.network(null)
  await undoByToast()
  await waitFor(async () => expect(await lessons()).toEqual([]))
  expect(await creditsOf(student)).toBe(4)
})

/** Attendance of the first participant of the waiting lesson; undefined if the coach has not chosen it. */
async function entered() {
  const [entry] = await outboxStore.list(coach.id)
  return entry?.intent.kind === 'session' ? entry.intent.session.participants[0]?.attendance : null
}

/** Stars of which nothing is on its way. */
const QUIET = { settled: () => Promise.resolve(), restore: () => {}, waitFor: () => {} }

/** The attendance buttons of a lesson's row. */
async function attendanceIn(
  sessionId: string,
  expected: ExpectedStudent = { id: student, name: 'Bruno Lima' },
) {
  const attendance = await hook(() => useQuickAttendance(sessionId, [expected], QUIET))
  return {
    shown: () => attendance().attendanceOf(student),
    change: (as: 'present' | 'absent') => act(() => attendance().change(expected, as)),
  }
}

test('two absences tapped in quick succession in a lesson that waits are both kept', async () => {
  const other = (await addStudent({ name: 'Eva Nova' })).id
  await open()
  goOffline()
  const session = lessonIntent([student, other])
  await queue(session)
  const both = [student, other].map((each) => ({ id: each, name: each }))
  const attendance = await hook(() => useQuickAttendance(session.sessionId, both, QUIET))
  await act(() => Promise.all(both.map((each) => attendance().change(each, 'absent'))))
  const participants = [{ attendance: 'absent' }, { attendance: 'absent' }]
  expect(await outboxStore.list(coach.id)).toMatchObject([{ intent: { session: { participants } } }])
})

const storedAs = async (sessionId: string, attendance: 'present' | 'absent') =>
  expect(dataOf(await sessions.get(sessionId))?.participants).toMatchObject([{ attendance }])

test('an absence whose answer was lost, tapped again, is one change, and its undo takes it back', async () => {
  const { heldId } = await open()
  const sessionId = await heldId()
  const attendance = await attendanceIn(sessionId)
  loseAnswered()
  await attendance.change('absent')
  expect(currentToast()).toMatchObject({ tone: 'error' })
  device.network(null)
  await storedAs(sessionId, 'absent')
  await attendance.change('absent')
  expect(currentToast()).toMatchObject({ title: 'Bruno Lima: faltou' })
  await undoByToast()
  await waitFor(() => storedAs(sessionId, 'present'))
})

test('an absence whose answer was lost, taken back by another device, is meant anew when tapped again', async () => {
  const { heldId } = await open()
  const sessionId = await heldId()
  const attendance = await attendanceIn(sessionId)
  loseAnswered()
  await attendance.change('absent')
  device.network(null)
  const back = { opId: newId(), sessionId, studentId: student, attendance: 'present' } as const
  dataOf(await lessonPlans.attend(back))
  await attendance.change('absent')
  expect(currentToast()).toMatchObject({ title: 'Bruno Lima: faltou' })
  await storedAs(sessionId, 'absent')
  await undoByToast()
  await waitFor(() => storedAs(sessionId, 'present'))
})

/** The row of a lesson: stars and attendance together. */
async function rowOf(sessionId: string) {
  const expected = { id: student, name: 'Bruno Lima' }
  const row = await hook(() => {
    const feedback = useQuickFeedback({ lesson: { id: sessionId, at: AT }, students: [expected] })
    return { feedback, attendance: useQuickAttendance(sessionId, [expected], feedback) }
  })
  return { row, expected }
}

test('stars that are tapped while a "Veio" is being sent stay, and not those that went with the absence', async () => {
  const { heldId } = await open()
  const sessionId = await heldId()
  const { row, expected } = await rowOf(sessionId)
  const stars = async () => (await storedFeedback(sessionId)).map(({ rating }) => rating)
  const tap = (rating: number) => act(() => row().feedback.tap(student, { rating }))
  tap(3)
  await waitFor(async () => expect(await stars()).toEqual([3]))
  await act(() => row().attendance.change(expected, 'absent'))
  const [saved, came, tapped, answered] = [gate(), gate(), gate(), gate()]
  let writes = 0
  device.network(async (request, send) => {
    if (!isApply(request)) return send(request)
    const [done, goOn] = (writes += 1) === 1 ? [saved, came] : [tapped, answered]
    const answer = await send(request)
    done.open()
    await goOn.passed
    return answer
  })
  let changed = Promise.resolve()
  act(() => {
    changed = row().attendance.change(expected, 'present')
  })
  await saved.passed
  tap(5)
  came.open()
  await act(() => changed)
  await tapped.passed
  answered.open()
  await act(() => row().feedback.settled(student))
  expect(await stars()).toEqual([5])
})

describe('without a connection', () => {
  test('answers are kept and shown, and taken out together by their undo', async () => {
    const { answers, occurrences } = await open()
    goOffline()
    await answers.allHeld(occurrences())
    await waitFor(() => expect(occurrences()).toMatchObject([{ pending: true }, { pending: true }]))
    expect(await waiting()).toEqual(['session', 'session'])
    // Regression: they were said to be registered.
    expect(currentToast()).toMatchObject({
      title: '2 aulas salvas neste aparelho.',
      description: '2 aulas serão enviadas quando houver conexão',
    })
    await undoByToast()
    await waits()
    await waitFor(() => expect(occurrences()[0]?.pending).toBeUndefined())
    // Regression: it told of one lesson.
    expect(currentToast()).toMatchObject({ title: '2 aulas pendentes apagadas' })
    await undoByToast()
    await waits('session', 'session')
    await waitFor(() => expect(currentToast()).toMatchObject({ title: '2 aulas salvas neste aparelho.' }))
  })

  test('of answers of which the first arrived, the others are told as waiting', async () => {
    const { answers, occurrences } = await open()
    device.network((request, send) => {
      const answer = send(request)
      if (isApply(request)) goOffline()
      return answer
    })
    await answers.allHeld(occurrences())
    expect(await waiting()).toEqual(['session'])
    expect(await lessons()).toHaveLength(1)
    const description = expect.stringContaining('1 aula será enviada quando houver conexão')
    expect(currentToast()).toMatchObject({ title: 'Aula registrada', description })
  })

  test('of answers of which another device gave one first, the undo takes back the others', async () => {
    const { answers, occurrences, first } = await open()
    goOffline()
    await answers.allHeld(occurrences())
    device.network(null)
    const theirs = heldIntent(newId(), first(), 'Ana')
    dataOf(await sessions.register(theirs))
    await sendOutbox()
    expect(await lessons()).toHaveLength(2)
    await undoByToast()
    await waitFor(async () => expect(await lessons()).toMatchObject([{ id: theirs.sessionId }]))
  })

  // Regression: it said that what the coach had written was still there, and nothing was written.
  test('a tap that a full device cannot keep is told as not kept, and not as written', async () => {
    const { answers, first } = await open()
    goOffline()
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('No room', 'QuotaExceededError')
    })
    await answers.held(first())
    put.mockRestore()
    expect(currentToast()?.description).toMatch(/^Este aparelho está sem espaço, e nada foi salvo nele/)
    expect(currentToast()?.description).not.toContain('o que você escreveu')
    await waits()
  })

  test('who told not to come is shown as told, and so again after an undo', async () => {
    const { heldId } = await open()
    goOffline()
    const sessionId = await heldId()
    const told = { id: student, name: 'Bruno Lima', reply: 'not_coming', outcome: 'kept' } as const
    const { shown, change } = await attendanceIn(sessionId, told)
    await waitFor(() => expect(shown()).toBe('excused'))
    await change('present')
    expect([shown(), await entered()]).toEqual(['present', 'present'])
    await undoByToast()
    await waitFor(() => expect(shown()).toBe('excused'))
    // A reply may still change until the lesson is sent, so the attendance is left open.
    expect(await entered()).toBeUndefined()
  })

  test.each([
    ['of a registered lesson, which needs a connection', false],
    ['of a lesson that is being sent', true],
  ])('an absence that cannot be saved leaves the stars that wait: %s', async (_, isBeingSent) => {
    const { heldId } = await open()
    if (isBeingSent) loseAnswered()
    const sessionId = await heldId()
    goOffline()
    const feedback = await feedbackOf(sessionId)
    feedback.tap(4)
    await waitFor(async () => expect(await waiting()).toContain('feedback'))
    const attendance = await attendanceIn(sessionId)
    await attendance.change('absent')
    expect(attendance.shown()).toBe('present')
    await goOnline()
    expect(await feedback.stored()).toMatchObject([{ rating: 4, tags: ['Saque'] }])
  })

  test('a lesson over a skip, with a lost answer, is undone with its waiting stars, and the skip is back', async () => {
    const { answers, first } = await open()
    dataOf(await lessonPlans.skip(skipIntent(newId(), [first()], 'rain')))
    loseAnswered()
    const held = await answers.held(first())
    const toasted = currentToast()?.id ?? -1
    goOffline()
    ;(await feedbackOf(held?.sessionId ?? '')).tap(4)
    await waits('session', 'feedback')
    await act(async () => runToastAction(toasted))
    await waitFor(() => expect(currentToast()).toMatchObject({ title: 'O envio já começou' }))
    await goOnline()
    await waitFor(() => expect(currentToast()).toMatchObject({ title: 'Desfeito' }))
    expect(await lessons()).toEqual([])
    expect(await creditsOf(student)).toBe(4)
    expect((await outboxStore.list(coach.id)).map(({ state }) => state)).toEqual(['sent'])
    expect(await occurrenceOn(yesterday)).toMatchObject({ session_id: null, reason: 'rain' })
  })

  test.each([true, false])(
    'a star and "Faltou" at once: the undo brings the star back (online: %s)',
    async (isOnline) => {
      const { heldId } = await open()
      if (!isOnline) goOffline()
      const sessionId = await heldId()
      const { row, expected } = await rowOf(sessionId)
      const { feedback, attendance } = row()
      await act(async () => {
        feedback.tap(student, { rating: 4 })
        await attendance.change(expected, 'absent')
      })
      expect(currentToast()).toMatchObject({ title: 'Bruno Lima: faltou' })
      await undoByToast()
      if (isOnline)
        return waitFor(async () => expect(await storedFeedback(sessionId)).toMatchObject([{ rating: 4 }]))
      await waits('session', 'feedback')
    },
  )

  test('a lesson that is taken out and put back has its stars again', async () => {
    const { answers, first } = await open()
    goOffline()
    const held = await answers.held(first())
    const toasted = currentToast()?.id ?? -1
    const feedback = await feedbackOf(held?.sessionId ?? '')
    feedback.tap(4)
    await waits('session', 'feedback')
    await act(async () => runToastAction(toasted))
    await waits()
    // The toast appears only after the entry is gone.
    const description = 'Nada foi enviado. O feedback da aula saiu com ela.'
    const told = { title: 'Aula pendente apagada', description, action: { label: 'Colocar de volta' } }
    await waitFor(() => expect(currentToast()).toMatchObject(told))
    await undoByToast()
    await waitFor(() => expect(currentToast()).toMatchObject({ title: 'Aula salva neste aparelho.' }))
    expect(await waiting()).toEqual(['session', 'feedback'])
    await goOnline()
    expect(await feedback.stored()).toMatchObject([{ rating: 4, tags: ['Saque'] }])
  })

  test('a skip and a lesson with its stars arrive once, ten taps as one', async () => {
    const { answers, occurrences, first } = await open()
    goOffline()
    const held = await answers.held(first())
    await answers.skip(occurrences().slice(1), 'rain')
    const feedback = await feedbackOf(held?.sessionId ?? '')
    for (const rating of [1, 2, 3, 4, 5]) feedback.tap(rating)
    expect(feedback.tapped()).toEqual({ rating: 5, tags: ['Saque'] })
    await waits('session', 'skip', 'feedback')
    await waitFor(async () => expect((await outboxStore.list(coach.id))[2]).toMatchObject(ratedWaiting(5)))
    await goOnline()
    expect(await feedback.stored()).toMatchObject([{ rating: 5, tags: ['Saque'] }])
    expect(await occurrencesOf(yesterday)).toMatchObject([
      { session_id: held?.sessionId },
      { reason: 'rain' },
    ])
    expect(await creditsOf(student)).toBe(3)
  })

  test('what is sent while older reads are under way stays as it was tapped when these are answered', async () => {
    const { heldId, answers, occurrences } = await open()
    const sessionId = await heldId()
    const feedback = await feedbackOf(sessionId)
    const readRecent = () => cache.fetchQuery({ ...recentLessonsQuery(coach.id), staleTime: 0 })
    feedback.tap(5)
    await waitFor(async () => expect(await feedback.stored()).toMatchObject([{ rating: 5 }]))
    await act(readRecent)
    goOffline()
    feedback.tap(2)
    await answers.skip(occurrences().slice(1), 'rain')
    await waits('feedback', 'skip')
    const [left, sent] = [gate(), gate()]
    let underWay = 0
    device.network(async (request, send) => {
      const answer = await send(request)
      underWay += 1
      if (underWay === 2) left.open()
      await sent.passed
      return answer
    })
    const older = [readRecent(), cache.refetchQueries({ queryKey: [coach.id, 'agenda'] })]
    await left.passed
    await goOnline()
    expect((await outboxStore.list(coach.id)).map(({ state }) => state)).toEqual(['sent', 'sent'])
    sent.open()
    await act(() => Promise.all(older))
    expect(feedback.tapped()).toMatchObject({ rating: 2 })
    expect(occurrences()[1]).toMatchObject({ reason: 'rain' })
  })

  test('what was sent stays shown when another answer is, also if nothing can be read since', async () => {
    const { answers, first, occurrences } = await open()
    goOffline()
    await answers.skip(occurrences().slice(1), 'rain')
    await goOnline()
    device.network(cutOff('/rpc/get_agenda'))
    await answers.held(first())
    expect(occurrences()).toMatchObject([{ session_id: expect.any(String) }, { reason: 'rain' }])
  })

  test('the form of a feedback is saved after the stars that wait, not before', async () => {
    const { heldId } = await open()
    const sessionId = await heldId()
    const feedback = await feedbackOf(sessionId, await storedFeedback(sessionId))
    goOffline()
    feedback.tap(2)
    await waits('feedback')
    expect(await feedback.save()).toMatchObject({ success: false, code: 'busy' })
    device.network(null)
    expect(await feedback.save()).toMatchObject({ success: true })
    expect(await feedback.stored()).toMatchObject([{ rating: 4, tags: ['Voleio'], notes: 'Bom treino' }])
  })

  test('nor is an edit of the lesson saved before the stars that wait, which would replace it', async () => {
    const { sessionId, feedback } = await registered()
    const version = async () => dataOf(await sessions.get(sessionId))?.version ?? 0
    const seen = await version()
    goOffline()
    feedback.tap(2)
    await waits('feedback')
    device.network(null)
    // The stars were sent just now, so the coach sees them first.
    expect(await feedback.edit(seen)).toMatchObject({ success: false, code: 'overtaken' })
    expect(await feedback.edit(await version())).toMatchObject({ success: true })
    await goOnline()
    expect(await feedback.stored()).toMatchObject([{ rating: 4, tags: ['Voleio'], notes: 'Bom treino' }])
  })

  test('stars that the outbox sends while the form of their feedback is open are no other device', async () => {
    const feedback = await givenBefore()
    goOffline()
    feedback.tap(2)
    await waits('feedback')
    await goOnline()
    expect(await feedback.stored()).toMatchObject([{ rating: 2, tags: ['Saque'] }])
    expect(await feedback.save()).toMatchObject({ success: true })
    expect(await feedback.stored()).toMatchObject([{ rating: 4, tags: ['Voleio'], notes: 'Bom treino' }])
  })

  test('nor are stars and tags that were sent as two, because the answer to the stars was lost', async () => {
    const feedback = await givenBefore()
    loseAnswered()
    feedback.tapEach({ rating: 2 })
    await act(feedback.settled)
    goOffline()
    feedback.tapEach({ tags: ['Saque'] })
    await waits('feedback', 'feedback')
    await goOnline()
    expect(await feedback.stored()).toMatchObject([{ rating: 2, tags: ['Saque'] }])
    expect(await feedback.save()).toMatchObject({ success: true })
    expect(await feedback.stored()).toMatchObject([{ rating: 4, tags: ['Voleio'], notes: 'Bom treino' }])
  })

  test('stars put back after an absence whose answer was lost go when the absence is tapped again', async () => {
    const { sessionId, feedback } = await registered()
    const attendance = await attendanceIn(sessionId)
    goOffline()
    feedback.tap(4)
    await waits('feedback')
    loseAnswered()
    reportReachable()
    await attendance.change('absent')
    await goOnline()
    const [refused] = await outboxStore.list(coach.id)
    const problem = expect.stringContaining('não está como presente')
    expect(refused).toMatchObject({ state: 'refused', problem })
    await attendance.change('absent')
    expect(currentToast()).toMatchObject({ title: 'Bruno Lima: faltou' })
    expect(await waiting()).toEqual([])
  })
})

test('a reply that waits names its student alone, not the others of the lesson', async () => {
  const { id } = await addStudent({ name: 'Clara Reis' })
  await addSlots(weeklyOn(yesterday, [student, id], { start_time: '18:00:00' }))
  const { occurrences } = await open(3)
  const replies = await hook(useReplies)
  goOffline()
  const group = defined(occurrences().find(({ students }) => students.length === 2))
  const clara = defined(group.students.find((each) => each.id === id))
  await act(() => replies().note(group, clara, null))
  expect(currentToast()).toMatchObject({ title: 'Aviso salvo neste aparelho.' })
  expect((await outboxStore.list(coach.id)).map(({ names }) => names)).toEqual([{ [id]: 'Clara Reis' }])
})

// Regression: the row stayed as it was read, and was refused once more.
test('a reply about an hour that is gone is not noted: the agenda is read again', async () => {
  const { occurrences, first } = await open()
  const replies = await hook(useReplies)
  await endFirst()
  await act(() => replies().note(first(), defined(first().students[0]), null))
  expect(currentToast()).toMatchObject({ description: 'Esta aula não está mais na agenda' })
  await waitFor(() => expect(occurrences()).toHaveLength(1))
})
