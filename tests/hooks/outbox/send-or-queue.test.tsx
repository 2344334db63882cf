import 'fake-indexeddb/auto'
import { act, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useAuth } from '@/account/use-auth'
import { noteOf, skipIntent } from '@/agenda/answers'
import { replies } from '@/agreement/data'
import { failure, type Result } from '@/core/result'
import { makeQueryClient } from '@/data/queries/query-client'
import { reportUnreachable } from '@/lib/network/connection'
import { readDraft, writeDraft } from '@/lib/storage/draft-store'
import { outbox, outboxStore } from '@/outbox/data'
import { sendTimer } from '@/outbox/outbox-sender-data'
import type { OutboxEntry } from '@/outbox/rules'
import { useOutboxSending } from '@/outbox/use-outbox'
import { useSendOrQueue } from '@/outbox/use-send-or-queue'
import { sessions } from '@/sessions/data'
import { lessonPlans } from '@/sessions/lesson-plans-data'
import { students } from '@/students/data'
import { deadNetwork, makeDevice, skipRetryDelays, to, type Device } from '../../services/device'
import { slowDisk, waitLess } from '../../services/outbox/support-outbox'
import { backend, coach, ownCoach } from '../../support/coach'
import { gate } from '../../support/gate'
import { heldBack } from '../../support/network'
import { providers } from '../../support/providers'
import { weeklyOn } from '../../support/world/agenda'
import { addSlots, addStudent, dataOf, occurrenceOn } from '../../support/world/services'
import { daysFromToday, lessonIntent, newId, studentValues } from '../../support/world/values'

/** What a coach saves online is stored on the device before its request is sent (docs/product.md, 'Outbox'). */

ownCoach()
let device: Device
let bruno: string

skipRetryDelays()
sendTimer.schedule = () => () => {}
beforeEach(async () => {
  device = await makeDevice(backend).use().signIn(coach)
  bruno = (await addStudent({ name: 'Bruno Lima' })).id
})
afterEach(async () => {
  device.network(null)
  await outbox.clear(coach.id)
})

const noToast = () => {}

async function open() {
  const cache = makeQueryClient()
  const { result, unmount } = renderHook(
    () => {
      useOutboxSending(noToast)
      return { auth: useAuth(), sendOrQueue: useSendOrQueue() }
    },
    { wrapper: providers(() => cache) },
  )
  await waitFor(() => expect(result.current.auth.user?.id).toBe(coach.id))
  await outboxStore.showFor(coach.id)
  return { cache, result, unmount }
}

type What = Pick<OutboxEntry, 'id' | 'intent' | 'names'> & {
  send: () => Promise<Result<unknown>>
}

/** Bruno's lesson of yesterday in the agenda. */
async function planned() {
  const yesterday = daysFromToday(-1)
  await addSlots(weeklyOn(yesterday, [bruno]))
  return occurrenceOn(yesterday)
}

const KINDS: Record<OutboxEntry['intent']['kind'], () => Promise<What> | What> = {
  session: () => {
    const session = lessonIntent([bruno])
    const send = () => sessions.register(session)
    return { id: session.opId, intent: { kind: 'session', session }, names: {}, send }
  },
  student: () => {
    const [id, student] = [newId(), studentValues({ name: 'Eva Nova' })]
    const send = () => students.create(id, student)
    return { id, intent: { kind: 'student', student }, names: {}, send }
  },
  skip: async () => {
    const skip = skipIntent(newId(), [await planned()], 'rain')
    const send = () => lessonPlans.skip(skip)
    return { id: skip.opId, intent: { kind: 'skip', skip }, names: {}, send }
  },
  link: async () => {
    const { slot_id: slotId, slot_date: slotDate } = await planned()
    const { sessionId, date } = lessonIntent([bruno])
    dataOf(await sessions.register({ ...lessonIntent([bruno]), sessionId, date }))
    const slot = { slotId, slotDate, movedTo: null }
    const link = { opId: newId(), sessionId, slot, begins: date }
    const send = () => lessonPlans.link(link)
    return { id: link.opId, intent: { kind: 'link', link }, names: {}, send }
  },
  reply: async () => {
    const reply = noteOf(await planned(), bruno, 'not_coming', new Date().toISOString())
    const id = newId()
    return { id, intent: { kind: 'reply', reply }, names: {}, send: () => replies.record(reply, id) }
  },
  feedback: async () => {
    const { sessionId } = lessonIntent([bruno])
    dataOf(await sessions.register({ ...lessonIntent([bruno]), sessionId }))
    const feedback = { opId: newId(), sessionId, studentId: bruno, feedback: { rating: 5, tags: [] } }
    const send = () => sessions.updateFeedback(feedback)
    return { id: feedback.opId, intent: { kind: 'feedback', feedback }, names: {}, send }
  },
}
const isWrite = (request: Request) =>
  to('/rpc/apply_session_plan')(request) ||
  to('/rpc/record_reply')(request) ||
  (to('/students')(request) && request.method === 'POST')
const stored = async () =>
  (await outboxStore.list(coach.id)).map(({ id, intent, state }) => ({ id, kind: intent.kind, state }))

test.each(['session', 'student', 'skip', 'link', 'reply', 'feedback'] as const)(
  'of the kind %s: on the device when its request leaves, listed nowhere, and gone with the answer',
  async (kind) => {
    const { result, unmount } = await open()
    const { send, ...what } = await KINDS[kind]()
    const atRequest: unknown[] = []
    const listed = new Set<number>()
    const stop = outboxStore.subscribe(() => listed.add(outboxStore.current().entries.length))
    device.network(async (request, answer) => {
      if (isWrite(request)) atRequest.push(await stored())
      return answer(request)
    })
    const answer = await act(() => result.current.sendOrQueue(what, send))
    expect(answer).toMatchObject({ success: true })
    expect(atRequest).toEqual([[{ id: what.id, kind, state: 'sending' }]])
    expect(await stored()).toEqual([])
    expect([...listed]).toEqual([0])
    stop()
    unmount()
  },
)

test('a refusal leaves nothing on the device', async () => {
  const { result, unmount } = await open()
  dataOf(await students.remove(bruno, { eraseGroupNotes: false }))
  const { send, ...what } = await KINDS.session()
  const answer = await act(() => result.current.sendOrQueue(what, send))
  expect(answer).toMatchObject({ success: false, code: 'student-not-found' })
  expect(await stored()).toEqual([])
  unmount()
})

test('whose answer is missing when the coach signs out is not stored afterwards', async () => {
  const { result, unmount } = await open()
  const { send, ...what } = await KINDS.session()
  const [left, lost] = [gate(), gate()]
  device.network(async (request, answer) => {
    if (!isWrite(request)) return answer(request)
    left.open()
    await lost.passed
    throw new TypeError('Failed to fetch')
  })
  const sending = result.current.sendOrQueue(what, send)
  await left.passed
  await act(() => result.current.auth.signOut())
  expect(await stored()).toEqual([])
  lost.open()
  expect(await act(() => sending)).not.toBe('queued')
  expect(await stored()).toEqual([])
  unmount()
})

test('what a press goes on to save after the coach signed out is not stored', async () => {
  const { result, unmount } = await open()
  const { send, ...what } = await KINDS.session()
  const { sendOrQueue } = result.current
  await act(() => result.current.auth.signOut())
  reportUnreachable()
  expect(await act(() => sendOrQueue(what, send))).not.toBe('queued')
  expect(await stored()).toEqual([])
  unmount()
})

// Regression: it was deleted with what had waited before the sign-out.
test('what the same coach keeps after a new login stays, also while the request of the sign-out hangs', async () => {
  const { result, unmount } = await open()
  const { send: _, ...what } = await KINDS.session()
  const answered = gate()
  device.network(heldBack('/logout', answered))
  void result.current.auth.signOut()
  await waitFor(() => expect(result.current.auth.status).toBe('signed-out'))
  await act(() => result.current.auth.signIn(coach.email, coach.password))
  await outbox.queue({ ...what, owner: coach.id, unknown: false })
  answered.open()
  // Nothing is told to who signed in, so nothing says when the sign-out is over.
  await act(() => new Promise((resolve) => setTimeout(resolve, 500)))
  expect(await stored()).toHaveLength(1)
  unmount()
})

test('what was kept and sent during one round is read anew after it', async () => {
  device.network(deadNetwork)
  const { cache, unmount } = await open()
  const reread = vi.spyOn(cache, 'invalidateQueries')
  outboxStore.setActive(true)
  const session = lessonIntent([bruno])
  const kept = { id: session.opId, owner: coach.id, names: {}, unknown: false }
  await outbox.queue({ ...kept, intent: { kind: 'session', session } })
  await outboxStore.change(coach.id, (entries) => ({
    put: entries.map((entry) => ({ ...entry, state: 'sent' as const, sentAt: new Date().toISOString() })),
    answer: null,
  }))
  outboxStore.setActive(false)
  expect(reread).toHaveBeenCalled()
  unmount()
})

// Regression: while others were being sent, the form's draft went as that of a student who had been sent.
test('a student who is gone, saved again in vain, keeps the draft', async () => {
  const { result, unmount } = await open()
  const { send: _, ...eva } = await KINDS.student()
  const [bia, lia] = [await KINDS.student(), await KINDS.student()]
  outboxStore.setActive(true)
  for (const { id, intent, names } of [eva, bia, lia])
    await outbox.queue({ id, intent, names, owner: coach.id, unknown: false })
  await outbox.withdraw(coach.id, eva.id)
  writeDraft('form', { id: eva.id, version: 1, values: {}, sent: true, asSent: true })
  await act(() => result.current.sendOrQueue(eva, async () => failure('invalid', '')))
  await outbox.withdraw(coach.id, bia.id)
  expect(readDraft('form')).toMatchObject({ id: eva.id })
  outboxStore.setActive(false)
  unmount()
})

// Regression: it was listed for a moment, and then counted as gone, like what another tab has sent.
test('what a slow disk kept too late, and lost again, is still a draft', async () => {
  const { result, unmount } = await open()
  const { send, ...eva } = await KINDS.student()
  device.network(deadNetwork)
  reportUnreachable()
  writeDraft('form', { id: eva.id, version: 1, values: {}, sent: true, asSent: true })
  waitLess()
  const write = slowDisk()
  const answer = await act(() => result.current.sendOrQueue(eva, send))
  expect(answer).toMatchObject({ success: false, code: 'storage' })
  write()
  // When two more transactions have run, what was given up is removed.
  await outbox.forgetSent(coach.id)
  await outbox.forgetSent(coach.id)
  await waitFor(async () => expect(await stored()).toEqual([]))
  expect(outboxStore.current()).toMatchObject({ entries: [], underway: [] })
  expect(readDraft('form')).toMatchObject({ id: eva.id })
  unmount()
})
