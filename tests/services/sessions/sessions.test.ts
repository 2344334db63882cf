import { describe, expect, test } from 'vitest'
import { retrySettings } from '@/data/retry'
import { sessions } from '@/sessions/data'
import { feedbacksOf } from '../../support/world/facts'
import { addStudent, creditsOf, dataOf, sellPackage } from '../../support/world/services'
import { lessonIntent, newId, today } from '../../support/world/values'
import { deadNetwork, failWith, loseAnswers } from '../device'
import { APPLY, FACTS, isApply, lessonOf, saved, taught, taughtTo, twoDevices } from './support'

const world = twoDevices()

/** Runs `act` on the other device after this device has read the facts and before it writes. */
function meanwhile(act: () => Promise<unknown>, times = 1) {
  let left = times
  world.ana.network(async (request, send) => {
    if (isApply(request) && left > 0) {
      left -= 1
      await world.phone.run(act)
    }
    return send(request)
  })
}

/** A student with a package of four, and the intent to register a lesson. */
async function meant() {
  const student = await addStudent()
  await sellPackage(student.id)
  return { student, intent: lessonIntent([student.id]) }
}

const page = { page: 1, pageSize: 9 }

describe('registering', () => {
  test('takes a credit, stores the feedback, and says what happened', async () => {
    const { student, pkg, id, registered, lesson } = await taught()
    expect(registered).toMatchObject({
      session: { id, teacher: 'Ana Ribeiro', notes: 'Quadra 2', student_count: 1 },
      effects: [{ studentId: student.id, taken: [{ packageId: pkg.id, credits: 1 }], withoutPackage: false }],
    })
    expect(await creditsOf(student.id)).toBe(3)
    const paid = { id: pkg.id, name: 'Pacote de 4 aulas', remaining_classes: 3 }
    const feedback = { rating: 4, notes: 'Bom ritmo', tags: ['Saque'] }
    const seat = { student_name: 'Marina Costa', manually_assigned: false, package: paid, feedback }
    expect(lesson.participants).toMatchObject([{ student_id: student.id, ...seat }])
  })

  test('costs two requests, for thirty students too', async () => {
    const ids = await world.backend.sql<{ id: string }>(
      `insert into public.students (user_id, name, phone, gender, type, classe)
       select $1::uuid, 'Turma ' || n, '5511987654321', 'male', 'fixed', '5-classe'
         from generate_series(1, 30) n returning id`,
      [world.coach.id],
    )
    world.ana.forget()
    saved(await sessions.register(lessonIntent(ids.map(({ id }) => id))))
    expect(world.ana.requests).toEqual([FACTS, APPLY])
  })

  test('whose answer was lost tells on a repeat what the first attempt did, and can be undone', async () => {
    const { student, intent } = await meant()
    world.ana.network(loseAnswers(isApply))
    world.ana.forget()
    expect(await sessions.register(intent)).toMatchObject({ code: 'network', unknown: true })
    expect(world.ana.requests).toEqual([FACTS, APPLY, APPLY, APPLY])
    world.ana.network(null)
    const effects = [{ taken: [{ credits: 1 }] }]
    const data = { effects, undo: { lessons: [{ before: null }] } }
    expect(await sessions.register(intent)).toMatchObject({ outcome: 'saved', data })
    // A repeat with other content is not what was saved: the app neither claims nor offers to undo that content.
    const other = await sessions.register({ ...intent, notes: 'Outra' })
    expect(other).toMatchObject({ outcome: 'already-saved', data: { effects, undo: null } })
    expect(await creditsOf(student.id)).toBe(3)
  })

  test('the same lesson under another operation id is not registered twice', async () => {
    const { student, intent, id } = await taught()
    const again = await sessions.register({ ...intent, opId: newId() })
    expect(again).toMatchObject({ outcome: 'saved', data: { session: { id }, effects: [] } })
    const other = await sessions.register({ ...intent, opId: newId(), notes: 'Outra' })
    const message = 'Já estava salvo. Confira os dados.'
    expect(other).toMatchObject({ outcome: 'already-saved', message })
    expect(await creditsOf(student.id)).toBe(3)
  })

  test('the last credit taken by another device meanwhile: it plans again, and nothing goes below zero', async () => {
    const student = await addStudent()
    await sellPackage(student.id, { totalClasses: 1, startDate: today, validityDays: 0 })
    meanwhile(() => sessions.register(lessonIntent([student.id])))
    world.ana.forget()
    const { effects } = saved(await sessions.register(lessonIntent([student.id])))
    expect(effects).toMatchObject([{ withoutPackage: true }])
    expect(world.ana.requests).toEqual([FACTS, APPLY, FACTS, APPLY])
    expect(await creditsOf(student.id)).toBe(0)
  })

  test('overtaken again and again it gives up after five plans, and nothing is stored', async () => {
    const student = await addStudent()
    meanwhile(() => sellPackage(student.id, { totalClasses: 1 }), 99)
    const intent = lessonIntent([student.id])
    const message = 'Os créditos mudaram enquanto a aula era salva. Tente novamente.'
    expect(await sessions.register(intent)).toMatchObject({ code: 'busy', message })
    expect(world.ana.requests.filter((request) => request === APPLY)).toHaveLength(5)
    expect(dataOf(await sessions.get(intent.sessionId))).toBeNull()
  })

  test.each([
    ['a deadlock', '40P01'],
    ['a lock that is not to be had', '55P03'],
    ['a cancelled statement', '57014'],
  ])('goes through after %s', async (_, code) => {
    const { intent } = await meant()
    world.ana.network(failWith(isApply, { status: 500, code }, 2))
    saved(await sessions.register(intent))
    expect(world.ana.requests.filter((request) => request === APPLY)).toHaveLength(3)
  })

  test('no try starts after the time that a coach can wait', async () => {
    const { intent } = await meant()
    const { totalMs } = retrySettings
    retrySettings.totalMs = 0
    world.ana.network(deadNetwork)
    world.ana.forget()
    expect(await sessions.register(intent)).toMatchObject({ code: 'network' })
    expect(world.ana.requests).toEqual([FACTS])
    retrySettings.totalMs = totalMs
  })
})

describe('reading', () => {
  test('of one student holds that student’s lessons alone, with everybody who was there by name', async () => {
    const [caio, bia] = [await addStudent({ name: 'Caio' }), await addStudent({ name: 'Bia' })]
    const { id } = await taughtTo([caio.id, bia.id])
    await taughtTo([caio.id])
    const items = [{ id, participants: [{ student_name: 'Bia' }, { student_name: 'Caio' }] }]
    expect(dataOf(await sessions.listByStudent(bia.id, page))).toMatchObject({ total: 1, items })
    expect(dataOf(await sessions.listByStudent(caio.id, { ...page, pageSize: 1 })).total).toBe(2)
  })

  test('an unknown lesson and an id that is no id are a success with no data', async () => {
    expect(await sessions.get(newId())).toEqual({ success: true, data: null })
    expect(await sessions.get('isto-nao-e-um-id')).toEqual({ success: true, data: null })
  })
})

test('a package that another device used up meanwhile is not assigned, and the message says why', async () => {
  const { student, id, pkg } = await taught()
  const single = await sellPackage(student.id, { totalClasses: 1 })
  const assigned = { sessionId: id, studentId: student.id, packageId: single.id, lessonDay: today }
  const lesson = dataOf(await world.phone.run(() => sessions.register(lessonIntent([student.id]))))
  const other = { ...assigned, sessionId: lesson.session?.id ?? '' }
  saved(await world.phone.run(() => sessions.assignPackage({ opId: newId(), ...other })))
  const refused = await sessions.assignPackage({ opId: newId(), ...assigned })
  expect(refused).toMatchObject({ success: false, code: 'package-empty' })
  expect((await lessonOf(id)).participants).toMatchObject([{ package_id: pkg.id }])
})

const given = (sessionId: string, studentId: string, rating: number) => ({
  opId: newId(),
  sessionId,
  studentId,
  feedback: { rating, notes: 'Novo', tags: ['Voleio'] },
})

describe('feedback', () => {
  test('that another device changed since is not overwritten; another student’s is no conflict', async () => {
    const [bia, caio] = [await addStudent({ name: 'Bia' }), await addStudent({ name: 'Caio' })]
    const { id, lesson } = await taughtTo([bia.id, caio.id])
    const [seen] = feedbacksOf(lesson)
    saved(await world.phone.run(() => sessions.updateFeedback(given(id, caio.id, 1))))
    saved(await sessions.updateFeedback(given(id, bia.id, 5), seen))
    const current = { participants: [{ feedback: { rating: 5 } }, { feedback: { rating: 1 } }] }
    const late = await sessions.updateFeedback(given(id, bia.id, 3), seen)
    expect(late).toMatchObject({ code: 'overtaken', current })
  })

  test('changed on another device between reading and writing is written over nothing', async () => {
    const { student, id, lesson } = await taught()
    meanwhile(() => sessions.updateFeedback(given(id, student.id, 1)))
    const [seen] = feedbacksOf(lesson)
    expect(await sessions.updateFeedback(given(id, student.id, 5), seen)).toMatchObject({ code: 'overtaken' })
    expect(feedbacksOf(await lessonOf(id))).toMatchObject([{ rating: 1 }])
  })
})
