import { beforeAll, describe, expect, test } from 'vitest'
import { heldIntent, skipIntent, skippedOccurrence } from '@/agenda/answers'
import { agenda } from '@/agenda/data'
import type { Occurrence } from '@/agenda/rules'
import { asPlannedPlan } from '@/agenda/slots'
import type { CancelledReason, LocalDate, SessionDetails, Uuid } from '@/core/model'
import type { LessonUndo, RegistrationIntent, SessionEditIntent } from '@/credits/intents'
import { joinedUndo } from '@/credits/undo-of'
import { packagePlans } from '@/packages/package-plans-data'
import { sessions } from '@/sessions/data'
import { lessonPlans } from '@/sessions/lesson-plans-data'
import { sharedBackend } from '../../support/backend'
import { weeklyOn } from '../../support/world/agenda'
import { dataOf, packageOf, soldPackage } from '../../support/world/services'
import { daysFromToday, lessonIntent, newId } from '../../support/world/values'
import { makeDevice, skipRetryDelays, type Device } from '../device'

/** Days of validity come and go with their cause (docs/product.md, 'More time'), on a real database. */

const backend = await sharedBackend()
let ana: Device

beforeAll(async () => {
  skipRetryDelays()
  ana = await makeDevice(backend)
    .use()
    .signIn(await backend.coach())
  dataOf(await agenda.setTimeZone('America/Sao_Paulo'))
})

const yesterday = daysFromToday(-1)

/** A student with a package of ten lessons that started ten days ago, valid for 30 days. */
async function studentWithPackage(values: Parameters<typeof soldPackage>[0] = {}) {
  const startDate = daysFromToday(-10)
  const { student_id: id, name } = await soldPackage({
    startDate,
    paymentDate: startDate,
    totalClasses: 10,
    ...values,
  })
  return {
    id,
    name,
    extendedDays: async () => (await packageOf(id))?.extended_days,
    usedClasses: async () => (await packageOf(id))?.used_classes,
  }
}

/** Adds a weekly slot with these students at each hour; returns a function that reads their occurrences on `day`. */
async function planned(day: LocalDate, studentIds: Uuid[], hours: readonly string[]) {
  const slots = hours.map((hour) => weeklyOn(day, studentIds, { start_time: `${hour}:00:00` }))
  dataOf(await agenda.applySlotPlan({ op_id: newId(), end: [], add: slots }))
  return async (): Promise<Occurrence[]> =>
    dataOf(await agenda.get(day, day)).occurrences.filter(({ slot_id }) =>
      slots.some(({ id }) => id === slot_id),
    )
}

/** A student and yesterday's occurrences at these hours. */
async function expectedYesterday(...hours: readonly string[]) {
  const student = await studentWithPackage()
  const read = await planned(yesterday, [student.id], hours)
  const [first, second = first] = await read()
  if (!first || !second) throw new Error('It is planned.')
  return { student, read, first, second }
}

const skip = async (occurrence: Occurrence, reason: CancelledReason, days?: number) =>
  dataOf(await lessonPlans.skip(skipIntent(newId(), [occurrence], reason, days ? { days } : undefined)))
const planAgain = async (occurrence: Occurrence) =>
  dataOf(await agenda.applySlotPlan(asPlannedPlan(newId(), occurrence)))

async function takeBack(undo: LessonUndo | null) {
  if (!undo) throw new Error('It can be undone.')
  return lessonPlans.restore({ ...undo, opId: newId() })
}

/** Edits the lesson with the values that are stored, except for what `changes` returns. */
async function edit(sessionId: Uuid, changes: (session: SessionDetails) => Partial<SessionEditIntent>) {
  const session = dataOf(await sessions.get(sessionId))
  if (session === null) throw new Error('The lesson is there.')
  const { version: expectedVersion, day: lessonDay } = session
  const participants = session.participants.map(({ student_id: studentId }) => ({
    studentId,
    feedback: null,
  }))
  const stored = { opId: newId(), sessionId, expectedVersion, lessonDay, participants }
  return dataOf(await sessions.updateComplete({ ...stored, ...changes(session) }))
}

const anonymize = async (student_uuid: Uuid) =>
  ana.connection.client.rpc('anonymize_student', { student_uuid, erase_group_notes: false }).throwOnError()

const RAIN_DAY = { sessions: [], reason: 'rain', extension: { days: 7 } } as const
const RAIN = { cancelledReason: 'rain', extension: { days: 7 } } as const
const happened = (sessionId: Uuid) => edit(sessionId, () => ({ cancelledReason: null }))

/** Two lessons of yesterday with one student, cancelled together with 7 more days. */
async function twoCancelled(studentId: Uuid): Promise<[Uuid, Uuid]> {
  const lessonAt = async (hour: number) => {
    const lesson = lessonIntent([studentId], { lessonDay: yesterday, date: `${yesterday}T${hour}:00:00Z` })
    const { session } = dataOf(await sessions.register(lesson))
    return { sessionId: lesson.sessionId, expectedVersion: session?.version ?? 0 }
  }
  const lessons = [await lessonAt(12), await lessonAt(20)] as const
  dataOf(await lessonPlans.cancelDay({ ...RAIN_DAY, opId: newId(), sessions: lessons }))
  return [lessons[0].sessionId, lessons[1].sessionId]
}

describe('the days of a skipped occurrence', () => {
  test('are those of the new decision when it is skipped once more', async () => {
    const { student, first } = await expectedYesterday('07')
    await skip(first, 'rain', 7)
    await planAgain(first)
    await skip(first, 'coach')
    expect(await student.extendedDays()).toBe(0)
    await planAgain(first)
    await skip(first, 'coach', 3)
    expect(await student.extendedDays()).toBe(3)
  })

  test('stay when it was skipped anew elsewhere: the undo of the first skip changes nothing', async () => {
    const { student, read, first } = await expectedYesterday('07')
    const skipped = await skip(first, 'rain', 7)
    await planAgain(first)
    await skip(first, 'rain', 10)
    const message = 'Outro aparelho mudou esta aula. Nada foi desfeito.'
    expect(await takeBack(skipped.undo)).toMatchObject({ code: 'overtaken', message })
    const [now] = await read()
    expect([now?.reason, await student.extendedDays()]).toEqual(['rain', 10])
  })

  test('are those of the first of two devices that skip it: the second one changes nothing, and is told', async () => {
    const { student, read, first } = await expectedYesterday('07')
    await skip(first, 'rain')
    const again = await lessonPlans.skip(skipIntent(newId(), [first], 'holiday', { days: 7 }))
    const message = 'Uma aula já estava registrada ou cancelada. Nada foi mudado.'
    expect(again).toMatchObject({ code: 'occurrence-answered', message })
    const [now] = await read()
    expect([now?.reason, await student.extendedDays()]).toEqual(['rain', 0])
  })

  test('of a cancelled day go with its undo, also when another device held one of its lessons meanwhile', async () => {
    const { student, read, first, second } = await expectedYesterday('07', '18')
    const occurrences = [first, second].map(skippedOccurrence)
    const cancelled = dataOf(await lessonPlans.cancelDay({ ...RAIN_DAY, opId: newId(), occurrences }))
    const held = newId()
    dataOf(await sessions.register(heldIntent(held, first, 'Ana')))
    expect(await student.extendedDays()).toBe(7)
    dataOf(await takeBack(cancelled.undo))
    expect((await read()).map(({ reason, session_id }) => [reason, session_id])).toEqual([
      [null, held],
      [null, null],
    ])
    expect(await student.extendedDays()).toBe(0)
  })
})

describe('the days of a lesson', () => {
  test('go when who was excused is taken out and comes in again as present', async () => {
    const [student, partner] = [await studentWithPackage(), await studentWithPackage()]
    const lesson = lessonIntent([student.id, partner.id], { extension: { days: 7 } })
    const [first, second] = lesson.participants
    if (!first || !second) throw new Error('Two students take part.')
    const participants = [{ ...first, attendance: 'excused' } as const, second]
    dataOf(await sessions.register({ ...lesson, participants }))
    const only = (...ids: readonly Uuid[]) =>
      edit(lesson.sessionId, () => ({
        participants: ids.map((studentId) => ({ studentId, feedback: null })),
      }))
    await only(partner.id)
    expect(await student.extendedDays()).toBe(7)
    await only(student.id, partner.id)
    expect([await student.extendedDays(), await student.usedClasses()]).toEqual([0, 1])
  })

  test('that count when it is deleted stay; the undo lets all of them follow it again', async () => {
    const student = await studentWithPackage()
    const [first, second] = await twoCancelled(student.id)
    const deleted = dataOf(await sessions.remove({ opId: newId(), sessionId: first }))
    await happened(second)
    expect(await student.extendedDays()).toBe(7)
    dataOf(await takeBack(deleted.undo))
    expect(await student.extendedDays()).toBe(7)
    await happened(first)
    expect(await student.extendedDays()).toBe(0)
  })

  test('are not kept by a deletion that chose none: they go when the lesson that gave them happened', async () => {
    const student = await studentWithPackage()
    const register = async (hour: number, more: Partial<RegistrationIntent> = {}) => {
      const at = { lessonDay: yesterday, date: `${yesterday}T${hour}:00:00Z`, ...more }
      const lesson = lessonIntent([student.id], at)
      dataOf(await sessions.register(lesson))
      return lesson.sessionId
    }
    const rained = await register(12, RAIN)
    const twice = await register(20)
    expect(await student.extendedDays()).toBe(7)
    const stored = dataOf(await sessions.get(twice))
    dataOf(await sessions.remove({ opId: newId(), sessionId: twice, expectedVersion: stored?.version ?? 0 }))
    expect(await student.extendedDays()).toBe(7)
    await happened(rained)
    expect(await student.extendedDays()).toBe(0)
  })

  test('follow it to another day, and are given once for that day', async () => {
    const student = await studentWithPackage()
    const [first, second] = await twoCancelled(student.id)
    const day = daysFromToday(-2)
    const move = (sessionId: Uuid, hour: number) =>
      edit(sessionId, () => ({ lessonDay: day, date: `${day}T${hour}:00:00Z` }))
    await move(first, 12)
    expect(await student.extendedDays()).toBe(14)
    await move(second, 20)
    expect(await student.extendedDays()).toBe(7)
  })

  test('of somebody who was anonymised stay, and the others can be corrected', async () => {
    const [student, partner] = [await studentWithPackage(), await studentWithPackage()]
    const lesson = lessonIntent([student.id, partner.id], RAIN)
    dataOf(await sessions.register(lesson))
    await anonymize(student.id)
    const { effects } = await happened(lesson.sessionId)
    expect([await student.extendedDays(), await partner.extendedDays()]).toEqual([7, 0])
    const told = effects.flatMap(({ studentId, validity }) => validity.map(() => studentId))
    expect(told).toEqual([partner.id])
  })

  test.each(['registered', 'cancelled later'])(
    'of somebody who was anonymised stay when the lesson, %s, is undone',
    async (how) => {
      const [student, partner] = [await studentWithPackage(), await studentWithPackage()]
      const lesson = lessonIntent([student.id, partner.id], how === 'registered' ? RAIN : {})
      const registered = dataOf(await sessions.register(lesson))
      const { undo } = how === 'registered' ? registered : await edit(lesson.sessionId, () => RAIN)
      if (!undo) throw new Error('The lesson can be undone.')
      await anonymize(student.id)
      dataOf(await lessonPlans.restore({ ...undo, opId: newId() }))
      expect([await student.extendedDays(), await partner.extendedDays()]).toEqual([7, 0])
      const left = dataOf(await sessions.get(lesson.sessionId))
      expect(left?.participants ?? []).toHaveLength(how === 'registered' ? 0 : 2)
    },
  )

  test('that another device gave when it deleted the lesson stay when the registration is undone', async () => {
    const [student, other] = [await studentWithPackage(), await studentWithPackage()]
    const lessons = [lessonIntent([student.id]), lessonIntent([other.id])] as const
    const registered = []
    for (const lesson of lessons) registered.push(dataOf(await sessions.register(lesson)))
    const { sessionId } = lessons[0]
    dataOf(await sessions.remove({ opId: newId(), sessionId, extension: { days: 7 } }))
    const both = joinedUndo(registered.flatMap(({ undo }) => undo ?? []))
    const undone = dataOf(await lessonPlans.restore({ ...both, opId: newId() }))
    expect([await student.extendedDays(), await other.usedClasses()]).toEqual([7, 0])
    expect(undone.effects.map(({ studentId }) => studentId)).toEqual([other.id])
  })

  test('are told with the name of their package, also when it has no credit left', async () => {
    const { id, name: packageName } = await studentWithPackage({ totalClasses: 1 })
    const rain = lessonIntent([id], RAIN)
    dataOf(await sessions.register(rain))
    dataOf(await sessions.register(lessonIntent([id])))
    const { effects } = await happened(rain.sessionId)
    expect(effects.flatMap(({ validity }) => validity)).toMatchObject([{ packageName, extendedBy: -7 }])
  })
})

/** Gives the student's package five days by hand. */
async function extended(studentId: Uuid) {
  const seen = await packageOf(studentId)
  if (!seen) throw new Error('The package is there.')
  const about = { packageId: seen.id, studentId, seen, extensionId: newId() }
  dataOf(await packagePlans.extend({ ...about, opId: newId(), days: 5, reason: 'viagem' }))
  return { about }
}

describe('what was given', () => {
  test('is listed with its cause, newest first; what was given by hand can be taken back later', async () => {
    const { student, first } = await expectedYesterday('07')
    await skip(first, 'rain', 7)
    const { about } = await extended(student.id)
    const given = dataOf(await packagePlans.extensions(student.id))
    expect(given.map(({ days, reason, day }) => [days, reason, day])).toEqual([
      [5, 'viagem', null],
      [7, 'Chuva', yesterday],
    ])
    dataOf(await packagePlans.takeBack({ ...about, opId: newId() }))
    expect(await student.extendedDays()).toBe(7)
  })

  test('by hand to somebody who was anonymised since stays, which the coach is told', async () => {
    const student = await studentWithPackage()
    const { about } = await extended(student.id)
    const longer = await packageOf(student.id)
    await anonymize(student.id)
    const seen = { ...about.seen, ...longer, name: 'Pacote' }
    const refused = { code: 'student-anonymized' }
    expect(await packagePlans.takeBack({ ...about, opId: newId(), seen })).toMatchObject(refused)
    expect(await student.extendedDays()).toBe(5)
  })

  test('each package gets the days that it needs, not the longest of a group', async () => {
    const startDate = daysFromToday(-40)
    const sold = (validityDays: number) => studentWithPackage({ startDate, validityDays })
    const [expired, valid] = [await sold(30), await sold(60)]
    const day = daysFromToday(-20)
    const lesson = lessonIntent([expired.id, valid.id], { lessonDay: day, date: `${day}T12:00:00Z` })
    dataOf(await sessions.register(lesson))
    dataOf(await sessions.remove({ opId: newId(), sessionId: lesson.sessionId, extension: { days: 7 } }))
    expect([await expired.extendedDays(), await valid.extendedDays()]).toEqual([17, 7])
  })
})
