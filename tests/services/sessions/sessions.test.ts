import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { addDays } from '@/core/dates'
import { participantIn, type SessionDetails } from '@/core/model'
import { retrySettings } from '@/data/retry'
import { sessions } from '@/sessions/data'
import { NO_SESSION_FILTERS } from '@/sessions/session-filters'
import type { SaveResult } from '@/sessions/write-lessons-data'
import { students } from '@/students/data'
import { sharedBackend, type Backend, type Coach } from '../../support/backend'
import { feedbacksOf } from '../../support/world/facts'
import { addStudent, creditsOf, dataOf, sellPackage } from '../../support/world/services'
import { lessonIntent, newId, today } from '../../support/world/values'
import { deadNetwork, skipRetryDelays, loseAnswers, makeDevice, failWith, to, type Device } from '../device'

let backend: Backend
let coach: Coach
let ana: Device
/** The same coach on another device. */
let phone: Device

const FACTS = 'POST rpc/get_credit_facts'
const APPLY = 'POST rpc/apply_session_plan'
const isApply = to('/rpc/apply_session_plan')

beforeAll(async () => {
  skipRetryDelays()
  backend = await sharedBackend()
  coach = await backend.coach()
  ana = await makeDevice(backend).use().signIn(coach)
  phone = await makeDevice(backend).signIn(coach)
})
beforeEach(() => {
  ana.use().network(null)
  ana.forget()
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

/** Runs `act` on the other device between this one's read of the facts and its write. */
function meanwhile(act: () => Promise<unknown>, times = 1) {
  let left = times
  ana.network(async (request, send) => {
    if (isApply(request) && left > 0) {
      left -= 1
      await phone.run(act)
    }
    return send(request)
  })
}

async function lessonOf(id: string): Promise<SessionDetails> {
  const lesson = dataOf(await sessions.get(id))
  if (lesson === null) throw new Error('Expected the lesson to be there')
  return lesson
}

async function openAlerts(studentId: string): Promise<{ type: string; priority: string }[]> {
  return backend.sql(
    'select type, priority from public.alerts where student_id = $1 and not resolved order by type',
    [studentId],
  )
}

const saved = (result: SaveResult) => dataOf(result)

describe('registering', () => {
  test('takes a credit, stores the feedback, and says what happened', async () => {
    const student = await addStudent()
    const pkg = await sellPackage(student.id)
    const intent = lessonIntent([student.id], { notes: 'Quadra 2' })
    expect(await sessions.register(intent)).toMatchObject({
      success: true,
      message: 'Sessão registrada com sucesso',
      data: {
        session: { id: intent.sessionId, teacher: 'Ana Ribeiro', notes: 'Quadra 2', student_count: 1 },
        effects: [
          { studentId: student.id, taken: [{ packageId: pkg.id, remaining: 3 }], withoutPackage: false },
        ],
      },
    })
    expect(await creditsOf(student.id)).toBe(3)
    expect(await lessonOf(intent.sessionId)).toMatchObject({
      participants: [
        {
          student_id: student.id,
          student_name: 'Marina Costa',
          manually_assigned: false,
          feedback: { rating: 4, notes: 'Bom ritmo', tags: ['Saque'] },
          package: { id: pkg.id, name: 'Pacote de 4 aulas', remaining_classes: 3 },
        },
      ],
    })
  })

  test('without a package raises an alert of high priority', async () => {
    const { id } = await addStudent()
    const intent = lessonIntent([id])
    expect(saved(await sessions.register(intent)).effects).toMatchObject([
      { taken: [], withoutPackage: true },
    ])
    expect(await openAlerts(id)).toEqual([{ type: 'unassigned_session', priority: 'high' }])
    expect(await lessonOf(intent.sessionId)).toMatchObject({
      unassigned_count: 1,
      participants: [{ package_id: null, package: null }],
    })
  })

  test.each([1, 30])('costs two requests for %i student(s)', async (count) => {
    const ids = await backend.sql<{ id: string }>(
      `insert into public.students (user_id, name, phone, gender, type, classe)
       select $2::uuid, 'Turma ' || n, '5511987654321', 'male', 'fixed', '5-classe'
         from generate_series(1, $1::int) n returning id`,
      [count, coach.id],
    )
    ana.forget()
    saved(await sessions.register(lessonIntent(ids.map(({ id }) => id))))
    expect(ana.requests).toEqual([FACTS, APPLY])
  })

  test('a lost answer is asked for again, and one lesson and one credit are the result', async () => {
    const student = await addStudent()
    await sellPackage(student.id)
    ana.network(loseAnswers(isApply, 1))
    const intent = lessonIntent([student.id])
    expect(await sessions.register(intent)).toMatchObject({
      success: true,
      data: { session: { id: intent.sessionId } },
    })
    expect(await creditsOf(student.id)).toBe(3)
  })

  test('all answers lost: says that there is no connection; the same intent again finds the lesson', async () => {
    const student = await addStudent()
    await sellPackage(student.id)
    const intent = lessonIntent([student.id])
    ana.network(loseAnswers(isApply))
    ana.forget()
    expect(await sessions.register(intent)).toMatchObject({ success: false, code: 'network' })
    expect(ana.requests).toEqual([FACTS, APPLY, APPLY, APPLY])
    ana.network(null)
    expect(saved(await sessions.register(intent)).session?.id).toBe(intent.sessionId)
    expect(await creditsOf(student.id)).toBe(3)
    expect(dataOf(await sessions.listByStudent(student.id, { page: 1, pageSize: 9 })).total).toBe(1)
  })

  test('whose answer was lost tells on a repeat what the first attempt did, and can be undone', async () => {
    const student = await addStudent()
    await sellPackage(student.id)
    const intent = lessonIntent([student.id])
    ana.network(loseAnswers(to('/rpc/apply_session_plan'), Infinity))
    expect(await sessions.register(intent)).toMatchObject({ success: false, unknown: true })
    ana.network(null)
    expect(await sessions.register(intent)).toMatchObject({
      outcome: 'saved',
      data: { effects: [{ taken: [{ credits: 1 }] }], undo: { lessons: [{ before: null }] } },
    })
    // With other content it is not what was saved: nothing of it is claimed, nor offered for undoing.
    expect(await sessions.register({ ...intent, notes: 'Outra' })).toMatchObject({
      outcome: 'already-saved',
      data: { effects: [{ taken: [{ credits: 1 }] }], undo: null },
    })
    expect(await creditsOf(student.id)).toBe(3)
  })

  test('pressed twice at once, it is one lesson', async () => {
    const student = await addStudent()
    await sellPackage(student.id)
    const intent = lessonIntent([student.id])
    const both = await Promise.all([sessions.register(intent), sessions.register(intent)])
    expect(both.map((result) => saved(result).session?.id)).toEqual([intent.sessionId, intent.sessionId])
    expect(await creditsOf(student.id)).toBe(3)
  })

  test('the same lesson under another operation id is not registered twice', async () => {
    const student = await addStudent()
    await sellPackage(student.id)
    const intent = lessonIntent([student.id])
    saved(await sessions.register(intent))
    expect(await sessions.register({ ...intent, opId: newId() })).toMatchObject({
      outcome: 'saved',
      data: { session: { id: intent.sessionId }, effects: [] },
    })
    expect(await sessions.register({ ...intent, opId: newId(), notes: 'Outra' })).toMatchObject({
      outcome: 'already-saved',
      message: 'Já estava salvo. Confira os dados.',
    })
    expect(await creditsOf(student.id)).toBe(3)
  })

  test('a late repeat does not bring a deleted lesson back', async () => {
    const student = await addStudent()
    await sellPackage(student.id)
    const intent = lessonIntent([student.id])
    saved(await sessions.register(intent))
    saved(await sessions.remove({ opId: newId(), sessionId: intent.sessionId }))
    expect(await sessions.register(intent)).toMatchObject({ success: false, code: 'already-deleted' })
    expect(await creditsOf(student.id)).toBe(4)
  })

  test('the last credit taken by another device meanwhile: it plans again, and nothing goes below zero', async () => {
    const student = await addStudent()
    await sellPackage(student.id, { totalClasses: 1, startDate: today, validityDays: 0 })
    meanwhile(() => sessions.register(lessonIntent([student.id])))
    ana.forget()
    expect(saved(await sessions.register(lessonIntent([student.id]))).effects).toMatchObject([
      { withoutPackage: true },
    ])
    expect(ana.requests).toEqual([FACTS, APPLY, FACTS, APPLY])
    expect(await creditsOf(student.id)).toBe(0)
  })

  test('a package sold by another device meanwhile is taken', async () => {
    const student = await addStudent()
    meanwhile(() => sellPackage(student.id))
    expect(saved(await sessions.register(lessonIntent([student.id]))).effects).toMatchObject([
      { taken: [{ remaining: 3 }], withoutPackage: false },
    ])
  })

  test('overtaken again and again it gives up after five plans, and nothing is stored', async () => {
    const student = await addStudent()
    meanwhile(() => sellPackage(student.id, { totalClasses: 1 }), 99)
    const intent = lessonIntent([student.id])
    expect(await sessions.register(intent)).toMatchObject({
      success: false,
      code: 'busy',
      message: 'Os créditos mudaram enquanto a sessão era salva. Tente novamente.',
    })
    expect(ana.requests.filter((request) => request === APPLY)).toHaveLength(5)
    expect(dataOf(await sessions.get(intent.sessionId))).toBeNull()
  })

  test('a student deleted by another device meanwhile: refused, and nothing is stored', async () => {
    const student = await addStudent()
    meanwhile(() => students.remove(student.id, { eraseGroupNotes: false }))
    const intent = lessonIntent([student.id])
    expect(await sessions.register(intent)).toMatchObject({
      success: false,
      code: 'student-not-found',
      message: 'Aluno não encontrado',
    })
    expect(dataOf(await sessions.get(intent.sessionId))).toBeNull()
  })

  test.each([
    ['a deadlock', { status: 500, code: '40P01' }],
    ['a lock that is not to be had', { status: 500, code: '55P03' }],
    ['a cancelled statement', { status: 500, code: '57014' }],
    ['a gateway in trouble', { status: 503 }],
  ])('goes through after %s', async (_, answer) => {
    const student = await addStudent()
    ana.network(failWith(isApply, answer, 2))
    saved(await sessions.register(lessonIntent([student.id])))
    expect(ana.requests.filter((request) => request === APPLY)).toHaveLength(3)
  })

  test('a server that keeps stumbling ends in the message of the catalogue after three tries', async () => {
    const student = await addStudent()
    ana.network(failWith(isApply, { status: 500 }, 99))
    expect(await sessions.register(lessonIntent([student.id]))).toMatchObject({
      success: false,
      code: 'server',
      message: 'Erro ao criar sessão',
    })
    expect(ana.requests.filter((request) => request === APPLY)).toHaveLength(3)
  })

  test('no try starts after the time that a coach can wait', async () => {
    const student = await addStudent()
    const { totalMs } = retrySettings
    retrySettings.totalMs = 0
    ana.network(deadNetwork)
    ana.forget()
    expect(await sessions.register(lessonIntent([student.id]))).toMatchObject({ code: 'network' })
    expect(ana.requests).toEqual([FACTS])
    retrySettings.totalMs = totalMs
  })

  test.each([
    ['no student', 'Selecione pelo menos um aluno', () => lessonIntent([])],
    [
      'a lesson in the future',
      'A data da aula não pode ser no futuro',
      () => lessonIntent([newId()], { date: new Date(Date.now() + 3_600_000).toISOString() }),
    ],
    ['an unknown student', 'Aluno não encontrado', () => lessonIntent([newId()])],
  ])('refuses %s: %s', async (_, message, intent) => {
    expect(await sessions.register(intent())).toMatchObject({ success: false, message })
    expect(ana.requests).not.toContain(APPLY)
  })
})

describe('the history', () => {
  test('comes newest first, five to a page, each page in one request', async () => {
    const tablet = await makeDevice(backend)
      .use()
      .signIn(await backend.coach())
    const { id } = await addStudent()
    const lessons = []
    for (let days = 6; days >= 0; days--) {
      const date = new Date(Date.now() - days * 86_400_000 - 60_000)
      lessons.push(lessonIntent([id], { date: date.toISOString(), lessonDay: addDays(today, -days) }))
    }
    for (const lesson of lessons) saved(await sessions.register(lesson))
    const newestFirst = lessons.map(({ sessionId }) => sessionId).toReversed()

    tablet.forget()
    const first = dataOf(await sessions.listPage({ page: 1, filters: NO_SESSION_FILTERS }))
    expect(tablet.requests).toEqual(['POST rpc/get_sessions_page'])
    expect(first).toMatchObject({ total: 7 })
    expect(first.items.map((item) => item.id)).toEqual(newestFirst.slice(0, 5))
    const second = dataOf(await sessions.listPage({ page: 2, filters: NO_SESSION_FILTERS }))
    expect(second.items.map((item) => item.id)).toEqual(newestFirst.slice(5))
    expect(dataOf(await sessions.listPage({ page: 9, filters: NO_SESSION_FILTERS }))).toEqual({
      items: [],
      total: 7,
    })

    const range = { start: addDays(today, -3), end: addDays(today, -2) }
    const filtered = dataOf(
      await sessions.listPage({ page: 1, filters: { ...NO_SESSION_FILTERS, dateRange: range } }),
    )
    expect(filtered).toMatchObject({ total: 2 })
    expect(filtered.items.map((item) => item.id)).toEqual(newestFirst.slice(2, 4))
    expect(tablet.requests).toHaveLength(4)
    tablet.use()
  })

  test('"unassigned only" shows lessons where any student lacks a package', async () => {
    await makeDevice(backend)
      .use()
      .signIn(await backend.coach())
    const [paid, unpaid] = [
      await addStudent({ name: 'Com Pacote' }),
      await addStudent({ name: 'Sem Pacote' }),
    ]
    await sellPackage(paid.id)
    const both = lessonIntent([paid.id, unpaid.id])
    saved(await sessions.register(both))
    saved(await sessions.register(lessonIntent([paid.id])))
    const page = dataOf(
      await sessions.listPage({ page: 1, filters: { ...NO_SESSION_FILTERS, showUnassignedOnly: true } }),
    )
    expect(page).toMatchObject({ total: 1, items: [{ id: both.sessionId, unassigned_count: 1 }] })
    expect(page.items[0]?.participants.map(({ student_name }) => student_name)).toEqual([
      'Com Pacote',
      'Sem Pacote',
    ])
  })

  test('of one student holds that student’s lessons alone, with everybody who was there', async () => {
    const [bia, caio] = [await addStudent({ name: 'Bia' }), await addStudent({ name: 'Caio' })]
    const both = lessonIntent([bia.id, caio.id])
    const alone = lessonIntent([caio.id])
    saved(await sessions.register(both))
    saved(await sessions.register(alone))
    const page = dataOf(await sessions.listByStudent(bia.id, { page: 1, pageSize: 9 }))
    expect(page).toMatchObject({
      total: 1,
      items: [{ id: both.sessionId, participants: [{ student_id: bia.id }, { student_id: caio.id }] }],
    })
    expect(dataOf(await sessions.listByStudent(caio.id, { page: 1, pageSize: 1 }))).toMatchObject({
      total: 2,
    })
  })

  test('of feedback holds only lessons that have some of that student', async () => {
    const [bia, caio] = [await addStudent({ name: 'Bia' }), await addStudent({ name: 'Caio' })]
    const lesson = lessonIntent([bia.id, caio.id])
    const participants = lesson.participants.map((participant) =>
      participant.studentId === bia.id ? participant : { studentId: participant.studentId },
    )
    saved(await sessions.register({ ...lesson, participants }))
    expect(dataOf(await sessions.feedbacksByStudent(bia.id, { page: 1, pageSize: 9 }))).toMatchObject({
      total: 1,
      items: [
        {
          student_id: bia.id,
          rating: 4,
          notes: 'Bom ritmo',
          session: { id: lesson.sessionId, version: expect.any(Number) },
        },
      ],
    })
    expect(dataOf(await sessions.feedbacksByStudent(caio.id, { page: 1, pageSize: 9 }))).toEqual({
      items: [],
      total: 0,
    })
  })

  test('an unknown lesson and an id that is no id are a success with no data', async () => {
    expect(await sessions.get(newId())).toEqual({ success: true, data: null })
    expect(await sessions.get('isto-nao-e-um-id')).toEqual({ success: true, data: null })
  })

  test('the facts for a form come in one request', async () => {
    const { id } = await addStudent()
    const pkg = await sellPackage(id)
    ana.forget()
    expect(dataOf(await sessions.previewFacts({ studentIds: [id] }))).toMatchObject({
      session: null,
      students: [{ id, packages: [{ id: pkg.id, remaining_classes: 4 }] }],
    })
    expect(ana.requests).toEqual([FACTS])
  })
})

const edit = (lesson: SessionDetails, studentIds: string[], overrides = {}) => ({
  opId: newId(),
  sessionId: lesson.id,
  expectedVersion: lesson.version,
  lessonDay: today,
  participants: studentIds.map((studentId) => ({ studentId })),
  ...overrides,
})

describe('editing', () => {
  test('returns the credit of who leaves and takes one of who comes', async () => {
    const [bia, caio] = [await addStudent({ name: 'Bia' }), await addStudent({ name: 'Caio' })]
    await sellPackage(bia.id)
    await sellPackage(caio.id)
    const intent = lessonIntent([bia.id])
    saved(await sessions.register(intent))
    const lesson = await lessonOf(intent.sessionId)
    expect(await sessions.updateComplete(edit(lesson, [caio.id], { notes: 'Trocaram' }))).toMatchObject({
      success: true,
      message: 'Sessão atualizada com sucesso',
      data: { session: { notes: 'Trocaram', student_count: 1 } },
    })
    expect([await creditsOf(bia.id), await creditsOf(caio.id)]).toEqual([4, 3])
    expect(await lessonOf(intent.sessionId)).toMatchObject({
      participants: [{ student_id: caio.id, feedback: { rating: 5, tags: [] } }],
    })
  })

  test('date, teacher, notes and feedback change without touching who was there', async () => {
    const student = await addStudent()
    await sellPackage(student.id)
    const intent = lessonIntent([student.id])
    saved(await sessions.register(intent))
    const lesson = await lessonOf(intent.sessionId)
    const participants = [{ studentId: student.id, feedback: { rating: 2, notes: '', tags: [] } }]
    saved(
      await sessions.updateComplete(
        edit(lesson, [student.id], { teacher: 'Beto', notes: 'Chuva', participants }),
      ),
    )
    expect(await lessonOf(intent.sessionId)).toMatchObject({
      teacher: 'Beto',
      notes: 'Chuva',
      participants: [{ student_id: student.id, feedback: { rating: 2, notes: null, tags: [] } }],
    })
    expect(await creditsOf(student.id)).toBe(3)
  })

  test('an edit that began from another version is not carried over it, and shows what is there now', async () => {
    const student = await addStudent()
    const intent = lessonIntent([student.id])
    saved(await sessions.register(intent))
    const seen = await lessonOf(intent.sessionId)
    saved(await phone.run(() => sessions.updateComplete(edit(seen, [student.id], { notes: 'Do celular' }))))
    expect(await sessions.updateComplete(edit(seen, [student.id], { notes: 'Do computador' }))).toMatchObject(
      {
        success: false,
        code: 'overtaken',
        message: 'Esta sessão mudou em outro aparelho. Veja o que mudou e tente novamente.',
        current: { id: intent.sessionId, notes: 'Do celular' },
      },
    )
    expect((await lessonOf(intent.sessionId)).notes).toBe('Do celular')
  })

  test('credits that moved meanwhile are no conflict: it plans again', async () => {
    const [bia, caio] = [await addStudent({ name: 'Bia' }), await addStudent({ name: 'Caio' })]
    await sellPackage(caio.id)
    const intent = lessonIntent([bia.id])
    saved(await sessions.register(intent))
    const lesson = await lessonOf(intent.sessionId)
    meanwhile(() => sessions.register(lessonIntent([caio.id])))
    saved(await sessions.updateComplete(edit(lesson, [bia.id, caio.id])))
    expect(await creditsOf(caio.id)).toBe(2)
  })

  test('a chosen package whose last credit another device took meanwhile is refused as empty', async () => {
    const student = await addStudent()
    const intent = lessonIntent([student.id])
    saved(await sessions.register(intent))
    const last = await sellPackage(student.id, { totalClasses: 1, startDate: today, validityDays: 0 })
    const lesson = await lessonOf(intent.sessionId)
    meanwhile(() => sessions.register(lessonIntent([student.id])))
    const charge = { kind: 'package', packageId: last.id, by: 'hand' } as const
    const chosen = { participants: [{ studentId: student.id, charge }], notes: 'Com o último' }
    expect(await sessions.updateComplete(edit(lesson, [], chosen))).toMatchObject({
      code: 'package-empty',
      message: 'Pacote sem créditos disponíveis',
    })
    expect(await lessonOf(intent.sessionId)).toMatchObject({ notes: lesson.notes, version: lesson.version })
  })

  test('a lost answer, pressed again with the same intent, is no conflict with oneself', async () => {
    const student = await addStudent()
    await sellPackage(student.id)
    const intent = lessonIntent([student.id])
    saved(await sessions.register(intent))
    const lesson = await lessonOf(intent.sessionId)
    const change = edit(lesson, [student.id], { notes: 'Uma vez' })
    ana.network(loseAnswers(isApply))
    expect(await sessions.updateComplete(change)).toMatchObject({ code: 'network' })
    ana.network(null)
    expect(saved(await sessions.updateComplete(change)).session?.notes).toBe('Uma vez')
  })

  test('a lesson that is gone, and one without students, are refused', async () => {
    const student = await addStudent()
    const intent = lessonIntent([student.id])
    saved(await sessions.register(intent))
    const lesson = await lessonOf(intent.sessionId)
    expect(await sessions.updateComplete(edit(lesson, []))).toMatchObject({
      code: 'invalid',
      message: 'Selecione pelo menos um aluno para a sessão.',
    })
    saved(await sessions.remove({ opId: newId(), sessionId: lesson.id }))
    expect(await sessions.updateComplete(edit(lesson, [student.id]))).toMatchObject({
      code: 'session-not-found',
      message: 'Sessão não encontrada',
    })
  })
})

const feedback = (studentId: string, rating: number) => ({
  studentId,
  feedback: { rating, notes: 'Novo', tags: ['Voleio'] },
})

describe('feedback', () => {
  test('changes alone', async () => {
    const student = await addStudent()
    const intent = lessonIntent([student.id])
    saved(await sessions.register(intent))
    ana.forget()
    expect(
      await sessions.updateFeedback({
        opId: newId(),
        sessionId: intent.sessionId,
        ...feedback(student.id, 5),
      }),
    ).toMatchObject({ success: true, message: 'Feedback atualizado com sucesso' })
    expect(ana.requests).toEqual([FACTS, APPLY])
    expect(feedbacksOf(await lessonOf(intent.sessionId))).toMatchObject([
      { rating: 5, notes: 'Novo', tags: ['Voleio'] },
    ])
  })

  test('that another device changed since is not overwritten; another student’s is no conflict', async () => {
    const [bia, caio] = [await addStudent({ name: 'Bia' }), await addStudent({ name: 'Caio' })]
    const intent = lessonIntent([bia.id, caio.id])
    saved(await sessions.register(intent))
    const seen = participantIn(await lessonOf(intent.sessionId), bia.id)?.feedback ?? undefined
    const change = (studentId: string, rating: number, from = seen) =>
      sessions.updateFeedback(
        { opId: newId(), sessionId: intent.sessionId, ...feedback(studentId, rating) },
        from,
      )
    saved(await phone.run(() => change(caio.id, 1)))
    saved(await change(bia.id, 5))
    expect(await change(bia.id, 3)).toMatchObject({
      code: 'overtaken',
      current: {
        participants: [{ student_id: bia.id, feedback: { rating: 5 } }, { student_id: caio.id }],
      },
    })
  })

  test('changed on another device between reading and writing is written over nothing', async () => {
    const student = await addStudent()
    const intent = lessonIntent([student.id])
    saved(await sessions.register(intent))
    const [seen] = feedbacksOf(await lessonOf(intent.sessionId))
    meanwhile(() =>
      sessions.updateFeedback({
        opId: newId(),
        sessionId: intent.sessionId,
        ...feedback(student.id, 1),
      }),
    )
    expect(
      await sessions.updateFeedback(
        { opId: newId(), sessionId: intent.sessionId, ...feedback(student.id, 5) },
        seen,
      ),
    ).toMatchObject({ code: 'overtaken' })
    expect(feedbacksOf(await lessonOf(intent.sessionId))).toMatchObject([{ rating: 1 }])
  })

  test('in a lesson that is gone is refused', async () => {
    const { id } = await addStudent()
    expect(
      await sessions.updateFeedback({ opId: newId(), sessionId: newId(), ...feedback(id, 5) }),
    ).toMatchObject({ success: false, code: 'session-not-found', message: 'Sessão não encontrada' })
  })
})

const assign = (sessionId: string, studentId: string, packageId: string) =>
  sessions.assignPackage({ opId: newId(), sessionId, studentId, packageId, lessonDay: today })

describe('assigning a package', () => {
  test('takes its credit, marks it as chosen by hand, and closes the alert', async () => {
    const student = await addStudent()
    const intent = lessonIntent([student.id])
    saved(await sessions.register(intent))
    const pkg = await sellPackage(student.id)
    expect(await assign(intent.sessionId, student.id, pkg.id)).toMatchObject({
      success: true,
      message: 'Pacote atribuído com sucesso',
      data: { effects: [{ taken: [{ packageId: pkg.id }], withoutPackage: false }] },
    })
    expect((await lessonOf(intent.sessionId)).participants).toMatchObject([
      { package_id: pkg.id, manually_assigned: true },
    ])
    expect(await creditsOf(student.id)).toBe(3)
    expect((await openAlerts(student.id)).map(({ type }) => type)).not.toContain('unassigned_session')
  })

  test('refuses with the message of each reason', async () => {
    const student = await addStudent()
    const stranger = await addStudent()
    const used = await sellPackage(student.id, { totalClasses: 1, startDate: today, validityDays: 0 })
    saved(await sessions.register(lessonIntent([student.id])))
    const intent = lessonIntent([student.id])
    saved(await sessions.register(intent))
    const pkg = await sellPackage(student.id)
    const theirs = await sellPackage(stranger.id)
    expect(await assign(intent.sessionId, student.id, used.id)).toMatchObject({
      code: 'package-empty',
      message: 'Pacote sem créditos disponíveis',
    })
    expect(await assign(intent.sessionId, student.id, newId())).toMatchObject({
      code: 'package-not-found',
      message: 'Pacote não encontrado',
    })
    expect(await assign(intent.sessionId, stranger.id, theirs.id)).toMatchObject({
      code: 'assignment-not-found',
      message: 'Atribuição não encontrada',
    })
    expect(await assign(newId(), student.id, pkg.id)).toMatchObject({ message: 'Sessão não encontrada' })
  })
})

describe('deleting', () => {
  test('returns each credit and takes the alert along', async () => {
    const [paid, unpaid] = [await addStudent(), await addStudent()]
    await sellPackage(paid.id)
    const intent = lessonIntent([paid.id, unpaid.id])
    saved(await sessions.register(intent))
    expect(await sessions.remove({ opId: newId(), sessionId: intent.sessionId })).toMatchObject({
      success: true,
      message: 'Sessão deletada com sucesso',
      data: {
        session: null,
        effects: expect.arrayContaining([expect.objectContaining({ studentId: paid.id })]),
      },
    })
    expect(await creditsOf(paid.id)).toBe(4)
    expect(await openAlerts(unpaid.id)).toEqual([])
  })

  test('once done, again is still done: an answer may have been lost', async () => {
    const { id } = await addStudent()
    const intent = lessonIntent([id])
    saved(await sessions.register(intent))
    const removal = { opId: newId(), sessionId: intent.sessionId }
    ana.network(loseAnswers(isApply))
    expect(await sessions.remove(removal)).toMatchObject({ code: 'network' })
    ana.network(null)
    expect(await sessions.remove(removal)).toMatchObject({
      success: true,
      message: 'Sessão deletada com sucesso',
    })
  })

  test('a lesson that another device changed since is not deleted', async () => {
    const { id } = await addStudent()
    const intent = lessonIntent([id])
    const { session } = saved(await sessions.register(intent))
    saved(
      await phone.run(() =>
        sessions.updateFeedback({
          opId: newId(),
          sessionId: intent.sessionId,
          studentId: id,
          feedback: { rating: 1, notes: null, tags: [] },
        }),
      ),
    )
    expect(
      await sessions.remove({
        opId: newId(),
        sessionId: intent.sessionId,
        expectedVersion: session?.version ?? 0,
      }),
    ).toMatchObject({ code: 'overtaken', current: { id: intent.sessionId } })
  })
})

test('another coach sees, changes and deletes none of it', async () => {
  const student = await addStudent()
  await sellPackage(student.id)
  const intent = lessonIntent([student.id])
  const { session } = saved(await sessions.register(intent))
  const eva = await makeDevice(backend).signIn(await backend.coach())
  await eva.run(async () => {
    expect(await sessions.get(intent.sessionId)).toEqual({ success: true, data: null })
    expect(dataOf(await sessions.listPage({ page: 1, filters: NO_SESSION_FILTERS })).total).toBe(0)
    expect(dataOf(await sessions.listByStudent(student.id, { page: 1, pageSize: 9 })).total).toBe(0)
    expect(
      dataOf(await sessions.previewFacts({ studentIds: [student.id], sessionId: intent.sessionId })),
    ).toMatchObject({
      session: null,
      students: [],
    })
    expect(await sessions.register(lessonIntent([student.id]))).toMatchObject({ code: 'student-not-found' })
    await sessions.remove({ opId: newId(), sessionId: intent.sessionId })
  })
  expect((await lessonOf(intent.sessionId)).version).toBe(session?.version)
  expect(await creditsOf(student.id)).toBe(3)
})

test('without a login it answers "Não autenticado" and asks nobody', async () => {
  const stranger = makeDevice(backend)
  const intent = lessonIntent([newId()])
  const common = { opId: newId(), sessionId: newId() }
  await stranger.run(async () => {
    const answers = [
      await sessions.listPage({ page: 1, filters: NO_SESSION_FILTERS }),
      await sessions.listByStudent(newId(), { page: 1, pageSize: 9 }),
      await sessions.feedbacksByStudent(newId(), { page: 1, pageSize: 9 }),
      await sessions.get(newId()),
      await sessions.previewFacts({ studentIds: [newId()] }),
      await sessions.register(intent),
      await sessions.updateFeedback({
        ...common,
        studentId: newId(),
        feedback: { rating: 3, notes: null, tags: [] },
      }),
      await sessions.assignPackage({ ...common, studentId: newId(), packageId: newId(), lessonDay: today }),
      await sessions.updateComplete({
        ...common,
        expectedVersion: 1,
        lessonDay: today,
        participants: [],
      }),
      await sessions.remove(common),
    ]
    for (const answer of answers) {
      expect(answer).toMatchObject({ code: 'unauthenticated', message: 'Não autenticado' })
    }
  })
  expect(stranger.requests).toEqual([])
})
