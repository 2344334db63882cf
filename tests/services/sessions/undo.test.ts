import { describe, expect, test } from 'vitest'
import { addDays } from '@/core/dates'
import type { SessionDetails } from '@/core/model'
import { dataRights } from '@/rights/data'
import { sessions } from '@/sessions/data'
import { lessonPlans } from '@/sessions/lesson-plans-data'
import type { SessionSaved } from '@/sessions/write-lessons-data'
import { addStudent, creditsOf, dataOf, packageOf, sellPackage } from '../../support/world/services'
import { newId } from '../../support/world/values'
import { loseAnswers, to } from '../device'
import { edit, lessonOf, remove, saved, taught, taughtTo, twoDevices, undo } from './support'

/** Attendance, lessons that did not happen, and their undo, on a real database. */

const world = twoDevices()

/** The lesson without the columns that every write changes. */
const contents = ({ version: _v, updated_at: _u, participants, ...lesson }: SessionDetails) => ({
  ...lesson,
  participants: participants.map(({ assigned_at: _a, package: _p, ...row }) => row),
})

describe('attendance', () => {
  test('tells its effects, and has its undo, also when the repeat of a lost answer finds it written', async () => {
    const { student, id } = await taught()
    world.ana.network(loseAnswers(to('/rpc/apply_session_plan'), 1))
    const about = { opId: newId(), sessionId: id, studentId: student.id, attendance: 'excused' } as const
    const done = saved(await lessonPlans.attend(about))
    expect(done.effects).toMatchObject([{ returned: [{ credits: 1 }], feedbackRemoved: 1 }])
    saved(await undo(done))
    const participants = [{ attendance: 'present', feedback: { rating: 4 } }]
    expect(await lessonOf(id)).toMatchObject({ participants })
  })
})

describe('undo', () => {
  test('of an absence brings the stars back; that of the registration takes the absence along', async () => {
    const { student, id, lesson, registered } = await taught()
    const about = { sessionId: id, studentId: student.id, attendance: 'excused' as const }
    const excused = saved(await lessonPlans.attend({ opId: newId(), ...about }))
    expect(await lessonOf(id)).toMatchObject({ participants: [{ attendance: 'excused', feedback: null }] })
    expect(await creditsOf(student.id)).toBe(4)
    saved(await undo(excused))
    expect(contents(await lessonOf(id))).toEqual(contents(lesson))
    saved(await undo(registered))
    expect(dataOf(await sessions.get(id))).toBeNull()
    expect(await creditsOf(student.id)).toBe(4)
  })

  test('of a deleted lesson brings it back under its id, as old as it was', async () => {
    const { student, id, lesson, pkg } = await taught()
    const done = saved(await remove(lesson, { extension: { days: 7 } }))
    expect(await packageOf(student.id)).toMatchObject({ remaining_classes: 4, extended_days: 7 })
    world.ana.forget()
    expect(await undo(done)).toMatchObject({ success: true, message: 'Desfeito' })
    expect(world.ana.requests).toHaveLength(2)
    expect(contents(await lessonOf(id))).toEqual(contents(lesson))
    expect(await packageOf(student.id)).toMatchObject({ remaining_classes: 3, expiry_date: pkg.expiry_date })
  })

  test('of a deleted lesson says who does not return, and of whom alone it was', async () => {
    const [bia, caio] = [await addStudent(), await addStudent()]
    const group = await taughtTo([bia.id, caio.id])
    const alone = await taughtTo([bia.id])
    const done = [saved(await remove(group.lesson)), saved(await remove(alone.lesson))] as const
    dataOf(await dataRights.anonymizeStudent(bia.id, { eraseGroupNotes: true }))
    expect(await undo(done[0])).toMatchObject({ message: 'Desfeito, sem 1 aluno apagado ou anonimizado' })
    expect((await lessonOf(group.id)).participants).toMatchObject([{ student_id: caio.id }])
    const message = 'Os alunos da aula foram apagados ou anonimizados'
    expect(await undo(done[1])).toMatchObject({ code: 'student-not-found', message })
  })

  test('gives days back to a package whose last credit was used meanwhile', async () => {
    const student = await addStudent()
    await sellPackage(student.id, { totalClasses: 1 })
    const excused = { studentId: student.id, attendance: 'excused' }
    const { lesson } = await taughtTo([], { participants: [excused], extension: { days: 7 } })
    await taughtTo([student.id])
    // A participant who is charged after all finds no package with credits, and the package loses the days.
    const done = saved(await edit(lesson, { participants: [{ ...excused, attendance: 'absent' }] }))
    expect(await packageOf(student.id)).toMatchObject({ remaining_classes: 0, extended_days: 0 })
    saved(await undo(done))
    expect(await packageOf(student.id)).toMatchObject({ remaining_classes: 0, extended_days: 7 })
  })

  test.each([
    ['goes with the stars that this device has given it since', false],
    ['stays when another device gave it stars too', true],
  ])('a registered lesson %s', async (_, isOther) => {
    const { student, id, registered } = await taught()
    if (isOther) {
      const feedbacks = world.ana.connection.client.from('session_feedbacks')
      await feedbacks.update({ rating: 1 }).eq('session_id', id).throwOnError()
    }
    for (const rating of [4, 5]) {
      const about = { opId: newId(), sessionId: id, studentId: student.id }
      saved(await sessions.updateFeedback({ ...about, feedback: { rating, tags: [] } }))
    }
    expect(await undo(registered)).toMatchObject(isOther ? { code: 'overtaken' } : { success: true })
    expect(await creditsOf(student.id)).toBe(isOther ? 3 : 4)
  })

  test('of a lesson that changed, was deleted and returned changes nothing', async () => {
    const student = await addStudent()
    await sellPackage(student.id)
    const place = { studentId: student.id, feedback: null }
    const { id, lesson, registered } = await taughtTo([], { participants: [place] })
    saved(await edit(lesson, { participants: [{ ...place, attendance: 'excused' }] }))
    saved(await undo(saved(await sessions.remove({ opId: newId(), sessionId: id }))))
    expect(await undo(registered)).toMatchObject({ code: 'overtaken' })
    expect(await lessonOf(id)).toMatchObject({ participants: [{ attendance: 'excused' }] })
  })
})

test('a repeat of an edit names whom the first one took out', async () => {
  const { id, student } = await taught()
  const friend = await addStudent({ name: 'Bia Lima' })
  const { name } = await sellPackage(friend.id, { totalClasses: 7 })
  const both = [student.id, friend.id].map((studentId) => ({ studentId }))
  dataOf(await edit(await lessonOf(id), { participants: both }))
  const intent = [await lessonOf(id), { opId: newId(), participants: both.slice(0, 1) }] as const
  const { effects } = saved(await edit(...intent))
  expect(effects).toMatchObject([{ studentName: 'Bia Lima', returned: [{ packageName: name }] }])
  expect(saved(await edit(...intent)).effects).toEqual(effects)
})

test('of somebody who was added without paying takes back the days that this gave, and no others', async () => {
  const { id } = await taught()
  const friend = await addStudent()
  const { expiry_date: before } = await sellPackage(friend.id)
  const add = async (attendance: 'excused' | 'present', days?: number): Promise<SessionSaved> => {
    const lesson = await lessonOf(id)
    const ids = lesson.participants.map(({ student_id }) => student_id)
    const others = ids.filter((each) => each !== friend.id).map((studentId) => ({ studentId }))
    const participants = [...others, { studentId: friend.id, attendance }]
    return saved(await edit(lesson, { participants, ...(days && { extension: { days } }) }))
  }
  const added = await add('excused', 7)
  expect((await packageOf(friend.id))?.expiry_date).toBe(addDays(before ?? '', 7))
  saved(await undo(added))
  expect(await packageOf(friend.id)).toMatchObject({ extended_days: 0, expiry_date: before })

  await add('excused', 5)
  const corrected = await add('present')
  expect(await packageOf(friend.id)).toMatchObject({ extended_days: 0, expiry_date: before })
  saved(await undo(corrected))
  expect((await packageOf(friend.id))?.expiry_date).toBe(addDays(before ?? '', 5))
})
