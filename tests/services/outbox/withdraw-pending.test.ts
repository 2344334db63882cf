import { beforeEach, describe, expect, test } from 'vitest'
import { answeredSlot, heldIntent, skipIntent } from '@/agenda/answers'
import { agenda } from '@/agenda/data'
import type { Student } from '@/core/model'
import type { OutboxEntry, OutboxIntent } from '@/outbox/rules'
import { packages } from '@/packages/data'
import { sessions } from '@/sessions/data'
import { lessonPlans } from '@/sessions/lesson-plans-data'
import { backend, coach } from '../../support/coach'
import { gate } from '../../support/gate'
import { weeklyOn } from '../../support/world/agenda'
import { addStudent, creditsOf, dataOf, occurrenceOn, sellPackage } from '../../support/world/services'
import { daysFromToday, lessonIntent, newId, studentValues } from '../../support/world/values'
import { failWith, to } from '../device'
import { device, ownDevice } from '../own-device'
import { isApply, newBrowser, openTab, type Tab } from './support-outbox'

/** 'Desfazer' of an entry of the outbox, whatever became of the entry meanwhile (docs/product.md, 'Undo'). */

let tab: Tab
let bruno: Student

const yesterday = daysFromToday(-1)

ownDevice()
beforeEach(async () => {
  bruno = await addStudent({ name: 'Bruno Lima' })
  await sellPackage(bruno.id, { totalClasses: 4 })
  tab = await openTab(backend, newBrowser(), coach)
  await tab.inBrowser(() => tab.modules.outboxStore.showFor(coach.id))
  device.use()
})

const withdraw = ({ id, intent }: Pick<OutboxEntry, 'id' | 'intent'>, onWaiting = () => {}) =>
  tab.inBrowser(() => tab.modules.withdrawPending(coach.id, id, intent, onWaiting))

async function wait(intent: OutboxIntent, id: string) {
  const entry = { id, intent, names: { [bruno.id]: 'Bruno Lima' } }
  await tab.queue(entry)
  return entry
}
/** A waiting lesson with one id for operation, lesson and entry, as the forms make it. */
const lesson = (given = lessonIntent([bruno.id])) =>
  wait({ kind: 'session', session: { ...given, sessionId: given.opId } }, given.opId)
const stars = (sessionId: string) => {
  const opId = newId()
  const feedback = { opId, sessionId, studentId: bruno.id, feedback: { rating: 5, tags: [] } }
  return wait({ kind: 'feedback', feedback }, opId)
}
const lessons = () => backend.sql('select id, slot_id from public.sessions where user_id = $1', [coach.id])
async function occurrence() {
  dataOf(await agenda.applySlotPlan({ op_id: newId(), end: [], add: [weeklyOn(yesterday, [bruno.id])] }))
  return occurrenceOn(yesterday)
}
/** Undoes the change that the withdrawal returned because its entry was already sent. */
async function undo(withdrawn: Awaited<ReturnType<typeof withdraw>>) {
  const { undo: change } = dataOf(withdrawn)
  if (change === null) throw new Error('Expected something to undo')
  return lessonPlans.restore({ ...change, opId: newId() })
}

/** A lesson whose request has left, and an undo that waits for its outcome, which comes with `release`. */
async function sending(answer: 'arrives' | 'refused') {
  const kept = await lesson()
  const given = await stars(kept.id)
  const [left, released] = [gate(), gate()]
  tab.network(async (request, send) => {
    if (!isApply(request)) return send(request)
    left.open()
    await released.passed
    return answer === 'arrives' ? send(request) : Response.json({ message: 'bad_plan' }, { status: 400 })
  })
  const sent = tab.send()
  await left.passed
  const waiting = gate()
  const withdrawn = withdraw(kept, waiting.open)
  await waiting.passed
  const release = () => {
    released.open()
    return sent
  }
  return { kept, given, release, withdrawn: () => withdrawn }
}

describe('what was not sent', () => {
  test('is taken out with the stars that wait for it, and put back in the order of sending', async () => {
    const kept = await lesson()
    const given = await stars(kept.id)
    const withdrawn = dataOf(await withdraw(kept))
    expect(withdrawn).toMatchObject({ taken: [{ id: kept.id }, { id: given.id }], undo: null })
    expect(await tab.entries()).toEqual([])
    dataOf(await tab.inBrowser(() => tab.modules.putBack(coach.id, withdrawn.taken)))
    await tab.send()
    expect((await tab.entries()).map(({ id, state }) => ({ id, state }))).toEqual([
      { id: kept.id, state: 'sent' },
      { id: given.id, state: 'sent' },
    ])
    expect(await creditsOf(bruno.id)).toBe(3)
  })

  test('a student whom a lesson names stays', async () => {
    const eva = newId()
    const added = await wait({ kind: 'student', student: studentValues({ name: 'Eva Nova' }) }, eva)
    await lesson(lessonIntent([eva]))
    expect(await withdraw(added)).toMatchObject({ success: false, code: 'in-use' })
    expect(await tab.entries()).toHaveLength(2)
  })
})

describe('what is being sent', () => {
  test('is waited for; once it arrived it is undone, and its stars are not sent', async () => {
    const { release, withdrawn } = await sending('arrives')
    await release()
    dataOf(await undo(await withdrawn()))
    expect(await lessons()).toEqual([])
    expect(await creditsOf(bruno.id)).toBe(4)
  })

  test('is taken out once the server has refused it', async () => {
    const { kept, given, release, withdrawn } = await sending('refused')
    await release()
    expect(dataOf(await withdrawn())).toMatchObject({
      taken: [{ id: kept.id }, { id: given.id }],
      undo: null,
    })
    expect(await lessons()).toEqual([])
  })

  test('when the coach signs out, nothing of it is stored again', async () => {
    const { release, withdrawn } = await sending('arrives')
    await tab.inBrowser(async () => {
      await tab.modules.auth.signOut()
      await tab.modules.outbox.clear(coach.id)
      await tab.modules.outboxStore.showFor(null)
    })
    await release()
    expect(await withdrawn()).toMatchObject({ success: false })
    expect(await tab.entries()).toEqual([])
  })
})

describe('what was sent meanwhile', () => {
  test('a lesson over a skip: undone, the skip is back', async () => {
    const planned = await occurrence()
    dataOf(await lessonPlans.skip(skipIntent(newId(), [planned], 'rain', { days: 7 })))
    const kept = await lesson(heldIntent(newId(), planned, 'Ana'))
    await tab.send()
    // The lesson alone could be undone without the answer, and the skip would be lost.
    tab.network(failWith(to('/rpc/get_credit_facts'), { status: 429 }, 99))
    expect(await withdraw(kept)).toMatchObject({ success: false, code: 'rate-limited' })
    tab.network(null)
    dataOf(await undo(await withdraw(kept)))
    expect(dataOf(await agenda.get(yesterday, yesterday)).occurrences).toMatchObject([
      { reason: 'rain', session_id: null },
    ])
    expect(dataOf(await packages.listByStudent(bruno.id))).toMatchObject([{ extended_days: 7 }])
    expect(await lessons()).toEqual([])
  })

  test('a skip: planned again', async () => {
    const planned = await occurrence()
    const skip = skipIntent(newId(), [planned], 'rain')
    const kept = await wait({ kind: 'skip', skip }, skip.opId)
    await tab.send()
    dataOf(await undo(await withdraw(kept)))
    expect(dataOf(await agenda.get(yesterday, yesterday)).occurrences).toMatchObject([{ reason: null }])
  })

  test('a link: the lesson has no slot again, unless it has changed since', async () => {
    const planned = await occurrence()
    const registered = lessonIntent([bruno.id])
    dataOf(await sessions.register(registered))
    const { sessionId } = registered
    const link = { opId: newId(), sessionId, slot: answeredSlot(planned), begins: planned.starts_at.instant }
    const kept = await wait({ kind: 'link', link }, link.opId)
    await tab.send()
    expect(await lessons()).toEqual([{ id: sessionId, slot_id: planned.slot_id }])
    dataOf(await undo(await withdraw(kept)))
    expect(await lessons()).toEqual([{ id: sessionId, slot_id: null }])
    expect(await withdraw(kept)).toMatchObject({ success: false, code: 'overtaken' })
  })

  test('a student and stars stay: there is a place to change each by hand', async () => {
    const id = newId()
    const added = await wait({ kind: 'student', student: studentValues({ name: 'Eva Nova' }) }, id)
    const registered = lessonIntent([bruno.id])
    dataOf(await sessions.register(registered))
    const given = await stars(registered.sessionId)
    await tab.send()
    expect(await withdraw(added)).toMatchObject({ success: false, code: 'already-sent' })
    expect(await withdraw(given)).toMatchObject({ success: false, code: 'already-sent' })
  })

  test('an answer that another device had given first is not registered by its undo', async () => {
    const planned = await occurrence()
    const theirs = heldIntent(newId(), planned, 'Ana')
    dataOf(await sessions.register(theirs))
    const kept = await lesson(heldIntent(newId(), planned, 'Ana'))
    await tab.send()
    expect(await withdraw(kept)).toMatchObject({ success: false, code: 'occurrence-answered' })
    dataOf(await sessions.remove({ opId: newId(), sessionId: theirs.sessionId }))
    expect(await withdraw(kept)).toMatchObject({ success: false, code: 'occurrence-answered' })
    expect(await lessons()).toEqual([])
  })

  test('a lesson that another device has deleted since is told', async () => {
    const kept = await lesson()
    await tab.send()
    dataOf(await sessions.remove({ opId: newId(), sessionId: kept.id }))
    expect(await withdraw(kept)).toMatchObject({ success: false, code: 'session-not-found' })
  })
})
