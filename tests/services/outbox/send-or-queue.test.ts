import { openDB } from 'idb'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Student } from '@/core/model'
import { afterAttempt } from '@/outbox/rules'
import { backend, coach } from '../../support/coach'
import { gate } from '../../support/gate'
import { addStudent, creditsOf, sellPackage } from '../../support/world/services'
import { lessonIntent, newId, studentValues } from '../../support/world/values'
import { deadNetwork, loseAnswers } from '../device'
import { ownDevice } from '../own-device'
import { isApply, newBrowser, noRoom, openTab, slowDisk, waitLess, type Tab } from './support-outbox'

/** A phone that dies between a request and its answer, and forms that send twice. */

let browser: ReturnType<typeof newBrowser>
let tab: Tab
let bruno: Student

ownDevice()
beforeEach(async () => {
  const kept = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
  })
  bruno = await addStudent({ name: 'Bruno Lima' })
  await sellPackage(bruno.id, { totalClasses: 4 })
  browser = newBrowser()
  tab = await openTab(backend, browser, coach)
})

const lessons = () => backend.sql('select id from public.sessions where user_id = $1', [coach.id])

function register(lesson: ReturnType<typeof lessonIntent>, isFirst = false) {
  globalThis.indexedDB = browser
  const intent = { kind: 'session' as const, session: lesson }
  const what = { id: lesson.opId, owner: coach.id, intent, names: {}, isFirst }
  return tab.modules.sendOrQueue(
    what,
    () => tab.modules.sessions.register(lesson, { only: coach.id }),
    () => true,
  )
}

/** Blocks every other transaction, as a browser with hanging storage does, until the returned function is called. */
async function hangStorage() {
  const database = await openDB('voleio-outbox')
  const { store, done } = database.transaction('records', 'readwrite')
  const hanging = new AbortController()
  const hold = async () => {
    while (!hanging.signal.aborted) await store.get('nothing')
    await done
    database.close()
  }
  const held = hold()
  return () => {
    hanging.abort()
    return held
  }
}

describe('a phone that dies while a lesson is being sent', () => {
  test.each(['before the server has it', 'after the server has it'])(
    '%s, finds it after the restart and sends it once',
    async (when) => {
      // A dying phone releases its locks, but this process would keep them: go without locks.
      vi.stubGlobal('navigator', {})
      const dead = gate()
      tab.network(async (request, send) => {
        if (!isApply(request)) return send(request)
        if (when.startsWith('after')) await send(request)
        dead.open()
        return new Promise<Response>(() => {})
      })
      const lesson = lessonIntent([bruno.id], { notes: 'Bom saque' })
      void register(lesson)
      await dead.passed

      const restarted = await openTab(backend, browser, coach)
      expect(await restarted.entry(lesson.opId)).toMatchObject({
        state: 'sending',
        intent: { session: { notes: 'Bom saque' } },
      })
      await restarted.send()
      await restarted.send()
      expect(await restarted.entry(lesson.opId)).toMatchObject({ state: 'sent', outcome: { differs: false } })
      expect(await lessons()).toEqual([{ id: lesson.sessionId }])
      expect(await creditsOf(bruno.id)).toBe(3)
    },
  )
})

describe('without an answer', () => {
  test('it waits, editable if nothing can have arrived, locked otherwise', async () => {
    const [unsent, lost] = [lessonIntent([bruno.id]), lessonIntent([bruno.id])]
    tab.network(loseAnswers(isApply))
    expect(await register(lost)).toBe('queued')
    expect(await tab.entry(lost.opId)).toMatchObject({ state: 'sending' })
    tab.network(deadNetwork)
    expect(await register(unsent)).toBe('queued')
    expect(await tab.entry(unsent.opId)).toMatchObject({ state: 'pending' })
    tab.network(null)
    await tab.send()
    expect(await lessons()).toHaveLength(2)
  })

  test('and with other content than the first attempt, which may have arrived, it is refused', async () => {
    const lesson = lessonIntent([bruno.id])
    await tab.keepLesson(lesson, { unknown: true })
    tab.network(deadNetwork)
    expect(await register({ ...lesson, notes: 'Outra' })).toMatchObject({ success: false, code: 'in-use' })
    expect(await tab.entries()).toMatchObject([{ intent: { session: { notes: null } } }])
    expect(await register(lesson)).toBe('queued')
  })

  test.each(['as it was typed', 'with other notes'])(
    'it is locked, although it waited unsent before: %s',
    async (how) => {
      const lesson = lessonIntent([bruno.id])
      await tab.keepLesson(lesson)
      tab.network(loseAnswers(isApply))
      const again = how === 'with other notes' ? { ...lesson, notes: 'Outra' } : lesson
      expect(await register(again)).toBe('queued')
      expect(await tab.entry(lesson.opId)).toMatchObject({
        state: 'sending',
        intent: { session: { notes: again.notes } },
      })
    },
  )
})

test.each([
  ['once the send has failed', 'lost'],
  ['known to be gone before', 'known'],
  ['after a reload', 'reload'],
  ['without room for drafts', 'full'],
])(
  'a lesson that may have been saved cannot be taken out when sent again without signal: %s',
  async (_, when) => {
    const lesson = lessonIntent([bruno.id])
    tab.network(async (request, send) => {
      if (!isApply(request)) return send(request)
      await send(request)
      return new Response('{}', { status: 500 })
    })
    if (when === 'full')
      vi.spyOn(sessionStorage, 'setItem').mockImplementation(() => {
        throw new DOMException('No room', 'QuotaExceededError')
      })
    expect(await register(lesson)).toMatchObject({ success: false, code: 'server', unknown: true })
    if (when === 'reload') tab = await openTab(backend, browser, coach)
    tab.network(deadNetwork)
    if (when === 'known') tab.modules.reportUnreachable()
    expect(await register(lesson)).toBe('queued')
    expect(await tab.entry(lesson.opId)).toMatchObject({ state: 'sending' })
  },
)

test('offline, a device whose storage hangs says that nothing was saved, and saves nothing late', async () => {
  await tab.entries()
  waitLess()
  const stop = await hangStorage()
  tab.network(deadNetwork)
  tab.modules.reportUnreachable()
  expect(await register(lessonIntent([bruno.id]))).toMatchObject({ success: false, code: 'storage' })
  await stop()
  // When one more transaction has run, every earlier one is done.
  await tab.inBrowser(() => tab.modules.outbox.forgetSent(coach.id))
  expect(await tab.entries()).toEqual([])
  expect(await lessons()).toEqual([])
})

test.each([
  { when: 'without a connection', times: 'once' },
  { when: 'whose connection goes', times: 'once' },
  { when: 'without a connection', times: 'twice' },
])(
  'a device $when, slow to write, pressed $times, keeps what it says that it keeps',
  async ({ when, times }) => {
    await tab.entries()
    const patiently = setTimeout
    waitLess()
    const lesson = lessonIntent([bruno.id])
    tab.network(deadNetwork)
    if (when === 'without a connection') tab.modules.reportUnreachable()
    const write = slowDisk()
    expect(await register(lesson)).toMatchObject({ success: false, code: 'storage' })
    vi.stubGlobal('setTimeout', patiently)
    const again = times === 'twice' ? register(lesson) : null
    write()
    if (again) expect(await again).toBe('queued')
    // When two more transactions have run, what was given up is removed.
    await tab.inBrowser(() => tab.modules.outbox.forgetSent(coach.id))
    await tab.inBrowser(() => tab.modules.outbox.forgetSent(coach.id))
    expect(await tab.states()).toEqual(again ? ['pending'] : [])
  },
)

// Regression: it was listed and then gone, which counted as sent, and the draft went with what was typed.
test('what a device slow to write stores after the refusal is never listed', async () => {
  await tab.entries()
  waitLess()
  const { outbox, outboxStore } = tab.modules
  await tab.inBrowser(() => outboxStore.showFor(coach.id))
  const listed = vi.fn()
  outboxStore.subscribe(() => outboxStore.current().entries.forEach(listed))
  const write = slowDisk()
  const stored = vi.spyOn(outbox, 'forget')
  expect(await register(lessonIntent([newId()]))).toMatchObject({ code: 'student-not-found' })
  write()
  await vi.waitFor(() => expect(stored).toHaveBeenCalledOnce())
  await stored.mock.results[0]?.value
  await tab.inBrowser(() => outboxStore.refresh())
  expect(listed).not.toHaveBeenCalled()
  expect(await tab.entries()).toEqual([])
})

// Regression: it was listed while it was sent, so a refusal would have counted as sent, and ended the draft.
test('pressed again while what was given up is being removed, it is not listed while it is sent', async () => {
  await tab.entries()
  const patiently = setTimeout
  waitLess()
  const lesson = lessonIntent([bruno.id])
  tab.modules.reportUnreachable()
  const { outbox, outboxStore } = tab.modules
  await tab.inBrowser(() => outboxStore.showFor(coach.id))
  const write = slowDisk()
  tab.network(deadNetwork)
  expect(await register(lesson)).toMatchObject({ success: false, code: 'storage' })
  vi.stubGlobal('setTimeout', patiently)
  const [asked, removed, answered] = [gate(), gate(), gate()]
  const { forget } = outbox
  vi.spyOn(outbox, 'forget').mockImplementationOnce(async (...of) => {
    const forgotten = await forget(...of)
    asked.open()
    await removed.passed
    return forgotten
  })
  write()
  await asked.passed
  tab.network(async (request, send) => {
    if (isApply(request)) await answered.passed
    return send(request)
  })
  await tab.inBrowser(() => tab.modules.students.list())
  const again = register(lesson)
  await vi.waitFor(async () => expect(await tab.entries()).toHaveLength(1))
  removed.open()
  await tab.inBrowser(() => outboxStore.refresh())
  expect(outboxStore.current().underway).toHaveLength(1)
  answered.open()
  expect(await again).toMatchObject({ success: true })
})

test('a device that becomes full while it is sent keeps what it has, and does not say nothing was saved', async () => {
  tab.network((request, send) => {
    noRoom()
    return deadNetwork(request, send)
  })
  const lesson = lessonIntent([bruno.id])
  expect(await register(lesson)).toBe('queued')
  vi.restoreAllMocks()
  tab.network(null)
  await tab.send()
  expect(await lessons()).toEqual([{ id: lesson.sessionId }])
})

test('a form that a reload filled again settles the entry that waits, and registers nothing twice', async () => {
  const lesson = lessonIntent([bruno.id])
  await tab.keepLesson(lesson, { unknown: true })
  expect(await register(lesson)).toMatchObject({ success: true, outcome: 'saved' })
  expect(await tab.entries()).toEqual([])
  await tab.send()
  expect(await lessons()).toEqual([{ id: lesson.sessionId }])
})

test.each(['without signal', 'with signal'])(
  'a form that was copied with its tab replaces nothing that the other tab saved: %s',
  async (how) => {
    const lesson = lessonIntent([bruno.id], { notes: 'Da primeira aba' })
    tab.network(deadNetwork)
    expect(await register(lesson, true)).toBe('queued')
    if (how === 'with signal') {
      tab.network(null)
      await tab.inBrowser(() => tab.modules.students.list())
    }
    const copied = { ...lesson, notes: 'Da aba copiada' }
    expect(await register(copied, true)).toMatchObject({ success: false, code: 'already-exists' })
    expect(await tab.entries()).toMatchObject([{ intent: { session: { notes: 'Da primeira aba' } } }])
    expect(await lessons()).toEqual([])
    expect(await register(lesson, true)).not.toMatchObject({ success: false })
  },
)

// Regression: the form said that it was saved here and would be sent, and forgot the only copy of the text.
test.each(['differs', 'answered'] as const)(
  'without a connection, a lesson of which nothing was stored when it was sent is not said to wait: %s',
  async (why) => {
    const lesson = await tab.keepLesson(lessonIntent([bruno.id]))
    const outcome = { withoutPackage: [], differs: false, [why]: true }
    await tab.inBrowser(() =>
      tab.modules.outboxStore.change(coach.id, (entries) => ({
        put: entries.map((entry) => afterAttempt(entry, { done: true, outcome }, new Date()).entry),
        answer: null,
      })),
    )
    tab.network(deadNetwork)
    tab.modules.reportUnreachable()
    expect(await register(lesson)).toMatchObject({ success: false, code: 'already-sent' })
    expect(await tab.states()).toEqual(['sent'])
  },
)

test('a device that stores nothing registers nevertheless', async () => {
  const forbidden = newBrowser()
  const denied = new DOMException('Not allowed', 'SecurityError')
  vi.spyOn(forbidden, 'open').mockImplementation(() => {
    throw denied
  })
  // Chromium without site data denies locks too, Firefox locks and channels.
  vi.stubGlobal('navigator', { locks: { request: () => Promise.reject(denied) } })
  const deny = vi.fn().mockThrow(denied)
  vi.stubGlobal('BroadcastChannel', deny)
  browser = forbidden
  tab = await openTab(backend, browser, coach)
  const lesson = lessonIntent([bruno.id])
  expect(await register(lesson)).toMatchObject({ success: true })
  tab.network(deadNetwork)
  expect(await register(lessonIntent([bruno.id]))).toMatchObject({ success: false, code: 'storage' })
  expect(await lessons()).toEqual([{ id: lesson.sessionId }])
})

test('a device whose storage hangs registers nevertheless, and what it stores late is removed', async () => {
  await tab.entries()
  waitLess()
  const stop = await hangStorage()
  const lesson = lessonIntent([bruno.id])
  expect(await register(lesson)).toMatchObject({ success: true })
  await stop()
  await vi.waitFor(async () => expect(await tab.entries()).toEqual([]), { timeout: 20_000 })
  expect(await lessons()).toEqual([{ id: lesson.sessionId }])
})

test('after a sign-out nothing is stored', async () => {
  tab.network(deadNetwork)
  const student = studentValues()
  const what = { id: newId(), owner: coach.id, intent: { kind: 'student' as const, student }, names: {} }
  const send = () => tab.modules.students.create(what.id, student, coach.id)
  expect(await tab.modules.sendOrQueue(what, send, () => false)).toMatchObject({ code: 'unauthenticated' })
  expect(await tab.entries()).toEqual([])
})
