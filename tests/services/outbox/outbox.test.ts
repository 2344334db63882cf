import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Student } from '@/core/model'
import type { RegistrationIntent } from '@/credits/intents'
import { ENTRY_VERSION } from '@/outbox/rules'
import { backend, coach } from '../../support/coach'
import { addStudent, creditsOf, dataOf, sellPackage } from '../../support/world/services'
import { lessonIntent, newId, studentValues } from '../../support/world/values'
import { deadNetwork, failWith, to } from '../device'
import { ownDevice } from '../own-device'
import { isApply, newBrowser, noRoom, openTab, type Tab } from './support-outbox'

let tab: Tab
let browser: ReturnType<typeof newBrowser>
let bruno: Student

const isStudents = to('/students')

ownDevice()
beforeEach(async () => {
  bruno = await addStudent({ name: 'Bruno Lima' })
  browser = newBrowser()
  tab = await openTab(backend, browser, coach)
})

const keepLesson = (...who: { id: string }[]) => tab.keepLesson(lessonIntent(who.map(({ id }) => id)))
const lessonsInDatabase = () =>
  backend.sql<{ id: string; date: string }>('select id, date from public.sessions where user_id = $1', [
    coach.id,
  ])
const studentsInDatabase = (name: string, of = coach) =>
  backend.sql('select id from public.students where user_id = $1 and name = $2', [of.id, name])

/** Sets the server's clock `by` milliseconds ahead of the device's. */
const serverAhead = (by: number) =>
  tab.network(async (request, send) => {
    const response = await send(request)
    if (!to('/rpc/get_server_time')(request)) return response
    const time: string = await response.json()
    return Response.json(new Date(Date.parse(time) + by).toISOString())
  })

describe('sending what waits', () => {
  test('in the order in which it was done: the older lesson takes the last credit', async () => {
    await sellPackage(bruno.id, { totalClasses: 1 })
    const [first, second] = [await keepLesson(bruno), await keepLesson(bruno)]
    await tab.send()
    expect((await tab.entry(first.opId)).outcome).toEqual({
      withoutPackage: [],
      differs: false,
      told: 'Bruno Lima: 1 crédito sai do Pacote de 1 aula',
    })
    expect((await tab.entry(second.opId)).outcome).toEqual({ withoutPackage: ['Bruno Lima'], differs: false })
    expect(
      await backend.sql('select type from public.alerts where session_id = $1', [second.sessionId]),
    ).toEqual([{ type: 'unassigned_session' }])
    expect(await creditsOf(bruno.id)).toBe(0)
  })

  test('nothing waits: nothing is asked', async () => {
    await tab.send()
    expect(tab.requests).toEqual([])
  })

  // Regression: only what waited when a round began was asked about, and this one was registered two hours early.
  test('what was kept while others were being sent is asked about too where the clock is wrong', async () => {
    await tab.keepStudent('Caio Reis')
    let lesson: RegistrationIntent | undefined
    tab.network(async (request, send) => {
      if (isStudents(request) && request.method === 'POST') lesson = await keepLesson(bruno)
      const response = await send(request)
      if (!to('/rpc/get_server_time')(request)) return response
      const time: string = await response.json()
      return Response.json(new Date(Date.parse(time) + 2 * 60 * 60_000).toISOString())
    })
    await tab.send()
    expect(await studentsInDatabase('Caio Reis')).toHaveLength(1)
    expect(await tab.entry(lesson?.opId ?? '')).toMatchObject({ state: 'pending', clock: expect.any(Number) })
  })

  // Regression: the tap took the question about the date away, and the lesson was sent with the wrong one.
  test('a tap in a lesson whose date is in doubt leaves the question', async () => {
    const lesson = await keepLesson(bruno)
    serverAhead(2 * 60 * 60_000)
    await tab.send()
    const { outbox } = tab.modules
    expect(await tab.inBrowser(() => outbox.change(coach.id, lesson.opId, (kept) => kept))).toMatchObject({
      success: true,
    })
    expect(await tab.entry(lesson.opId)).toMatchObject({ clock: expect.any(Number) })
  })

  // Regression: it stayed, with the names, until something else had to wait.
  test('what was delivered a day ago goes, also when nothing waits', async () => {
    await keepLesson(bruno)
    await tab.send()
    vi.setSystemTime(Date.now() + 25 * 60 * 60_000)
    await tab.send()
    vi.useRealTimers()
    expect(await tab.entries()).toEqual([])
  })

  // Regression: then nothing counted as waiting, and nothing was tried again.
  test('while what was delivered long ago cannot be removed, what waits is tried again', async () => {
    await keepLesson(bruno)
    await tab.send()
    const [delivered] = await tab.entries()
    await tab.store({ ...delivered, sentAt: '2026-01-01T12:00:00Z' })
    await keepLesson(bruno)
    const lost = new DOMException('Lost', 'UnknownError')
    vi.spyOn(tab.modules.outboxStore, 'change').mockRejectedValueOnce(lost)
    await tab.send()
    expect(tab.pauses).toHaveLength(1)
    await tab.send()
    expect(await lessonsInDatabase()).toHaveLength(2)
    expect(await tab.states()).toEqual(['sent'])
  })
})

describe('a bad network', () => {
  test('none at all: everything keeps waiting and stays editable, with growing pauses', async () => {
    await keepLesson(bruno)
    tab.network(deadNetwork)
    await tab.send()
    await tab.modules.sendOutbox({ eager: false })
    expect(await tab.states()).toEqual(['pending'])
    expect(tab.pauses).toEqual([1000, 2000])
    tab.network(null)
    await tab.send()
    expect(await lessonsInDatabase()).toHaveLength(1)
  })

  test.each([500, 403])(
    'registered before with other values, and the look-up fails (%s): locked until that is known, then told',
    async (status) => {
      const lesson = lessonIntent([bruno.id])
      dataOf(await tab.modules.sessions.register({ ...lesson, notes: 'Da outra cópia' }))
      // As after 30 days, when the database has forgotten what the first attempt entered.
      await backend.sql(
        'update private.applied_ops set content = null, effects = null where user_id = $1 and op_id = $2',
        [coach.id, lesson.opId],
      )
      await tab.keepLesson(lesson, { unknown: true })
      tab.network(failWith((request) => request.method === 'GET' && to('/sessions')(request), { status }, 99))
      await tab.send()
      expect(await tab.entry(lesson.opId)).toMatchObject({ state: 'sending', outcome: null })

      tab.network(null)
      await tab.send()
      expect(await tab.entry(lesson.opId)).toMatchObject({ state: 'sent', outcome: { differs: true } })
      expect(await lessonsInDatabase()).toHaveLength(1)
    },
  )

  test('a server that stumbles over one entry does not keep the others', async () => {
    await tab.keepStudent('Eva Nova')
    await keepLesson(bruno)
    tab.network(failWith(isStudents, { status: 500 }, 100))
    await tab.send()
    expect(await tab.states()).toEqual(['sending', 'sent'])
    expect(tab.pauses).toEqual([1000])
    tab.network(null)
    await tab.send()
    expect(await studentsInDatabase('Eva Nova')).toHaveLength(1)
  })
})

describe('two senders at once', () => {
  test('two tabs send the same queue once each', async () => {
    await sellPackage(bruno.id, { totalClasses: 4 })
    const other = await openTab(backend, browser, coach)
    for (let at = 0; at < 3; at++) await keepLesson(bruno)
    await Promise.all([tab.send(), other.send(), tab.send()])
    expect(await lessonsInDatabase()).toHaveLength(3)
    expect(await creditsOf(bruno.id)).toBe(1)
    const applied = [...tab.requests, ...other.requests].filter((each) => each.endsWith('apply_session_plan'))
    expect(applied).toHaveLength(3)
  })

  test('what another tab sent or left when it died without telling this one is shown when this one sends', async () => {
    const isShown = () => tab.modules.outboxStore.current().entries.map(({ state }) => state)
    await tab.inBrowser(() => tab.modules.outboxStore.showFor(coach.id))
    // As in an old browser.
    vi.stubGlobal('BroadcastChannel', undefined)
    const other = await openTab(backend, browser, coach)
    const intent = { kind: 'student' as const, student: studentValues({ name: 'Eva Nova' }) }
    await other.queue({ id: newId(), intent })
    tab.network(deadNetwork)
    await tab.send()
    expect(isShown()).toEqual(['pending'])
    await other.send()
    await tab.send()
    expect(isShown()).toEqual(['sent'])
  })

  test('a copied profile, each with locks of its own, registers and adds once', async () => {
    await sellPackage(bruno.id, { totalClasses: 4 })
    // Without locks, as two separate browsers that share none.
    vi.stubGlobal('navigator', {})
    const copyOfBrowser = newBrowser()
    const [one, copy] = [await openTab(backend, browser, coach), await openTab(backend, copyOfBrowser, coach)]
    const [eva, student] = [newId(), studentValues({ name: 'Eva Nova' })]
    const lessons = [lessonIntent([bruno.id]), lessonIntent([bruno.id, eva])]
    for (const each of [one, copy]) {
      await each.queue({ id: eva, intent: { kind: 'student', student } })
      for (const lesson of lessons) await each.keepLesson(lesson)
    }
    await Promise.all([one.send(), copy.send()])
    for (const each of [one, copy]) {
      expect(await each.states()).toEqual(['sent', 'sent', 'sent'])
      expect((await each.entries()).map(({ outcome }) => outcome?.differs)).toEqual([false, false, false])
    }
    expect(await lessonsInDatabase()).toHaveLength(2)
    expect(await studentsInDatabase('Eva Nova')).toHaveLength(1)
    expect(await creditsOf(bruno.id)).toBe(2)
  })

  test('a copy that was edited before it was sent is told that the lesson is there with other values', async () => {
    const lesson = lessonIntent([bruno.id])
    const copy = await openTab(backend, newBrowser(), coach)
    await copy.keepLesson({ ...lesson, notes: 'Editada na cópia' })
    await tab.keepLesson(lesson)
    await tab.send()
    await copy.send()
    expect(await copy.entry(lesson.opId)).toMatchObject({ state: 'sent', outcome: { differs: true } })
    expect(dataOf(await tab.modules.sessions.get(lesson.sessionId))).toMatchObject({ notes: null })
  })
})

describe('a refusal', () => {
  test('a student deleted meanwhile stops that lesson alone, and says why', async () => {
    const carla = await addStudent({ name: 'Carla Dias' })
    const [doomed] = [await keepLesson(carla), await keepLesson(bruno)]
    dataOf(await tab.modules.students.remove(carla.id, { eraseGroupNotes: false }))
    await tab.send()
    expect(await tab.entry(doomed.opId)).toMatchObject({ state: 'refused', problem: 'Aluno não encontrado' })
    expect(await tab.states()).toEqual(['refused', 'sent'])

    // Once edited to name an existing student, the entry is sent.
    const session = { ...doomed, participants: [{ studentId: bruno.id }] }
    await tab.change(doomed.opId, { kind: 'session', session })
    await tab.send()
    expect(await tab.states()).toEqual(['sent', 'sent'])
    expect(await lessonsInDatabase()).toHaveLength(2)
  })

  test('a student anonymised meanwhile: the lesson says so, and nothing that was sent tells who it was', async () => {
    const carla = await addStudent({ name: 'Carla Dias' })
    const [, other] = [await keepLesson(carla, bruno), await keepLesson(bruno)]
    await tab.send()
    const late = await keepLesson(carla)
    await coach.client.rpc('anonymize_student', { student_uuid: carla.id }).throwOnError()
    await tab.send()
    expect(await tab.entry(late.opId)).toMatchObject({
      state: 'refused',
      problem: 'Este aluno foi anonimizado: não é mais possível registrar nem alterar dados dele.',
    })
    await tab.modules.outbox.forgetSentAbout(coach.id, carla.id)
    // Only entries that were sent are forgotten; the coach decides about the others.
    expect((await tab.entries()).map(({ id }) => id)).toEqual([other.opId, late.opId])
  })

  test('a waiting lesson names its new student as corrected since', async () => {
    const eva = await tab.keepStudent('Eav Reis')
    const lesson = lessonIntent([eva, bruno.id])
    const names = { [eva]: 'Eav Reis', [bruno.id]: 'Bruno Lima' }
    await tab.queue({ id: lesson.opId, intent: { kind: 'session', session: lesson }, names })
    await tab.change(eva, { kind: 'student', student: studentValues({ name: 'Eva Reis' }) })
    expect((await tab.entry(lesson.opId)).names).toEqual({ ...names, [eva]: 'Eva Reis' })
  })

  test('of a lesson that had arrived before its student was deleted is none', async () => {
    const carla = await addStudent({ name: 'Carla Dias' })
    const lesson = await keepLesson(bruno, carla)
    await tab.sendUnanswered()
    dataOf(await tab.modules.students.remove(carla.id, { eraseGroupNotes: false }))
    await tab.send()
    expect(await tab.entry(lesson.opId)).toMatchObject({ state: 'sent', outcome: { differs: true } })
    expect(await lessonsInDatabase()).toHaveLength(1)
  })

  test('a lesson that was registered and deleted stays deleted; edited it is a new one', async () => {
    const lesson = await keepLesson(bruno)
    await tab.sendUnanswered()
    dataOf(await tab.modules.sessions.remove({ opId: newId(), sessionId: lesson.sessionId }))
    await tab.send()
    const refused = { state: 'refused', problem: 'Esta aula já foi apagada', gone: true }
    expect(await tab.entry(lesson.opId)).toMatchObject(refused)
    await tab.change(lesson.opId, { kind: 'session', session: lesson })
    await tab.send()
    const there = await lessonsInDatabase()
    expect(there).toHaveLength(1)
    expect(there).not.toMatchObject([{ id: lesson.sessionId }])
  })
})

describe('whose it is', () => {
  test('an expired login keeps what waits; the same coach sends it later', async () => {
    await keepLesson(bruno)
    await tab.signOutHere()
    await tab.send()
    expect(await tab.states()).toEqual(['pending'])
    expect(tab.pauses).toEqual([])
    await tab.signIn(coach)
    await tab.send()
    expect(await tab.states()).toEqual(['sent'])
  })

  test('another coach on this device neither sees nor sends it', async () => {
    const other = await backend.coach()
    await tab.keepStudent('Eva Nova')
    await tab.signIn(other)
    await tab.send()
    expect(await tab.entries(other.id)).toEqual([])
    expect(await tab.states()).toEqual(['pending'])
    expect(await studentsInDatabase('Eva Nova', other)).toEqual([])
  })

  test('another coach who signs in during the sending gets nothing of it', async () => {
    const other = await backend.coach()
    await tab.keepStudent('Eva Nova')
    await keepLesson(bruno)
    tab.network(async (request, send) => {
      const response = await send(request)
      if (to('/rpc/get_server_time')(request)) {
        tab.network(null)
        await tab.signIn(other)
      }
      return response
    })
    await tab.send()
    expect(await tab.states()).toEqual(['pending', 'pending'])
    expect(await studentsInDatabase('Eva Nova', other)).toEqual([])
  })

  test('another coach who signs in before the answer is not told what it did', async () => {
    const other = await backend.coach()
    await keepLesson(bruno)
    await tab.inBrowser(() => tab.modules.outboxStore.showFor(coach.id))
    const told: unknown[] = []
    const stop = tab.modules.onSent((entries) => told.push(...entries))
    tab.network(async (request, send) => {
      const response = await send(request)
      if (isApply(request)) {
        await tab.modules.outbox.clear(coach.id)
        await tab.signIn(other)
        await tab.modules.outboxStore.showFor(other.id)
      }
      return response
    })
    await tab.send()
    expect(await lessonsInDatabase()).toHaveLength(1)
    expect(told).toEqual([])
    stop()
  })

  test('a sign-out removes what that coach has here, and nobody else’s', async () => {
    const other = await backend.coach()
    await keepLesson(bruno)
    const theirs = await openTab(backend, browser, other)
    await theirs.keepStudent('Eva Nova')
    await tab.modules.outbox.clear(coach.id)
    expect(await tab.entries()).toEqual([])
    expect(await theirs.entries()).toHaveLength(1)
  })
})

describe('storage that cannot be written', () => {
  test('full: says so, and nothing is taken for kept', async () => {
    const put = noRoom()
    await expect(keepLesson(bruno)).rejects.toThrow('Este aparelho está sem espaço')
    put.mockRestore()
    expect(await tab.entries()).toEqual([])
  })

  test('full since something was kept: it is sent, and locked while nobody knows whether it arrived', async () => {
    const lesson = await keepLesson(bruno)
    const put = noRoom()
    await tab.sendUnanswered()
    expect(await lessonsInDatabase()).toHaveLength(1)
    expect(await tab.modules.outbox.withdraw(coach.id, lesson.opId)).toMatchObject({ code: 'in-use' })
    await tab.send()
    expect(await lessonsInDatabase()).toHaveLength(1)
    put.mockRestore()
    expect(await tab.states()).toEqual(['sent'])
  })

  test('full once, what another tab has changed since is what is sent', async () => {
    const lesson = await keepLesson(bruno)
    const put = noRoom()
    tab.network((request, send) =>
      isApply(request) ? Promise.resolve(new Response('{}', { status: 429 })) : send(request),
    )
    await tab.send()
    put.mockRestore()
    expect(await tab.states()).toEqual(['pending'])
    const second = await openTab(backend, browser, coach)
    await second.keepLesson({ ...lesson, notes: 'Outra' })
    tab.network(null)
    await tab.send()
    expect(await tab.entries()).toMatchObject([{ intent: { session: { notes: 'Outra' } } }])
  })

  test('full, while the clock is wrong: the lesson is asked about, and keeps nothing else waiting', async () => {
    const lesson = await keepLesson(bruno)
    await tab.keepStudent('Caio Reis')
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementationOnce(() => {
      throw new DOMException('No room', 'QuotaExceededError')
    })
    serverAhead(10 * 60_000)
    await tab.send()
    expect(await studentsInDatabase('Caio Reis')).toHaveLength(1)
    expect(await tab.entry(lesson.opId)).toMatchObject({ state: 'pending', clock: expect.any(Number) })
  })

  test('forbidden: says so', async () => {
    const forbidden = newBrowser()
    vi.spyOn(forbidden, 'open').mockImplementation(() => {
      throw new DOMException('Not allowed', 'SecurityError')
    })
    const privateTab = await openTab(backend, forbidden, coach)
    await expect(privateTab.keepStudent('Eva')).rejects.toThrow('não permite guardar')
    await privateTab.send()
    expect(privateTab.pauses).toEqual([])
  })
})

describe('a record of another version of the app', () => {
  test('what it cannot understand is neither sent nor lost, and nothing else waits for it', async () => {
    const lesson = await keepLesson(bruno)
    const [written] = await tab.entries()
    const newer = { ...written, id: newId(), order: 0, version: ENTRY_VERSION + 1 }
    const broken = { id: newId(), owner: coach.id, order: 0, intent: 'uma aula' }
    await tab.store(newer, broken)
    await tab.send()
    expect(await lessonsInDatabase()).toMatchObject([{ id: lesson.sessionId }])
    expect(await tab.stored()).toEqual(expect.arrayContaining([newer, broken]))
    await tab.modules.outboxStore.showFor(coach.id)
    expect(tab.modules.outboxStore.current().setAside).toEqual(
      expect.arrayContaining([
        { id: newer.id, owner: coach.id, reason: 'newer' },
        { id: broken.id, owner: coach.id, reason: 'broken' },
      ]),
    )
    // A confirmed sign-out removes all entries of the coach.
    await tab.modules.outbox.clear(coach.id)
    expect(await tab.stored()).toEqual([])
  })
})
