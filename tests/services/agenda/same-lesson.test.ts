import { beforeEach, describe, expect, test } from 'vitest'
import { heldIntent, skipIntent } from '@/agenda/answers'
import { agenda } from '@/agenda/data'
import type { Student } from '@/core/model'
import type { LinkIntent, RegistrationIntent } from '@/credits/intents'
import { sessions } from '@/sessions/data'
import { lessonPlans } from '@/sessions/lesson-plans-data'
import { backend, coach } from '../../support/coach'
import { weeklyOn } from '../../support/world/agenda'
import {
  addSlots,
  addStudent,
  creditsOf,
  dataOf,
  occurrenceOn,
  sellPackage,
} from '../../support/world/services'
import { daysFromToday, lessonIntent, newId } from '../../support/world/values'
import { newDevice, ownDevice } from '../own-device'

/** docs/product.md, 'The same lesson twice'. */

let clara: Student
let helena: Student
let slotId: string

const yesterday = daysFromToday(-1)
const at = (time: string) => new Date(`${yesterday}T${time}:00-03:00`).toISOString()

ownDevice()
beforeEach(() => plan())

async function plan(totalClasses = 4) {
  clara = await addStudent({ name: 'Clara Dias' })
  helena = await addStudent({ name: 'Helena Reis' })
  for (const { id } of [clara, helena]) await sellPackage(id, { totalClasses })
  const slot = weeklyOn(yesterday, [clara.id, helena.id], { start_time: '09:00:00' })
  slotId = slot.id
  await addSlots(slot)
}

const planned = () => occurrenceOn(yesterday)
const held = async (): Promise<RegistrationIntent> => heldIntent(newId(), await planned(), 'Ana')
const plus = (time: string, students: readonly Student[] = [clara, helena]): RegistrationIntent =>
  lessonIntent(
    students.map(({ id }) => id),
    { date: at(time), lessonDay: yesterday },
  )
/** A lesson by +, 28 minutes after the one of the agenda. */
async function registeredPlus(): Promise<RegistrationIntent> {
  const intent = plus('09:28')
  dataOf(await sessions.register(intent))
  return intent
}
const linkTo = (sessionId: string): LinkIntent => ({
  opId: newId(),
  sessionId,
  slot: { slotId, slotDate: yesterday, movedTo: null },
  begins: at('09:00'),
})
const credits = async () => [await creditsOf(clara.id), await creditsOf(helena.id)]
/** The ledger lines and open alerts of the coach. */
const books = async () => ({
  ledger: await backend.sql(
    `select s.name, l.kind, l.delta from public.credit_ledger l
       join public.students s on s.user_id = l.user_id and s.id = l.student_id
      where l.user_id = $1 order by s.name, l.id`,
    [coach.id],
  ),
  alerts: await backend.sql(
    `select type, student_name, message from public.alerts where user_id = $1 and not ended order by 1, 2`,
    [coach.id],
  ),
  lessons: await backend.sql(
    `select slot_id is not null as linked, student_count from public.sessions where user_id = $1`,
    [coach.id],
  ),
})

describe('a lesson by + and one of the agenda', () => {
  test('the agenda says which lessons are of no slot', async () => {
    const intent = await registeredPlus()
    const answered = { ...(await held()), beside: [intent.sessionId] }
    dataOf(await sessions.register(answered))
    const starts_at = { instant: expect.any(String), zone: 'America/Sao_Paulo' }
    const students = [clara, helena].map(({ id, name }) => ({ id, name }))
    const lesson = { id: intent.sessionId, starts_at, day: yesterday, cancelled_reason: null, students }
    expect(dataOf(await agenda.get(yesterday, yesterday)).lessons).toEqual([lesson])
    const { lessons } = dataOf(await agenda.get(daysFromToday(-9), daysFromToday(-2)))
    expect(lessons).toEqual([])
  })

  test.each<[string, () => Promise<[RegistrationIntent, RegistrationIntent]>]>([
    ['+ first', async () => [plus('11:00'), await held()]],
    ['the agenda first', async () => [await held(), plus('11:00')]],
  ])('within 120 minutes the second one is asked about, and takes no credit: %s', async (_, both) => {
    const [first, second] = await both()
    dataOf(await sessions.register(first))
    expect(await sessions.register(second)).toMatchObject({ success: false, code: 'lesson-beside' })
    expect(await credits()).toEqual([3, 3])
    // The coach says that it is another lesson.
    dataOf(await sessions.register({ ...second, beside: [first.sessionId] }))
    expect(await credits()).toEqual([2, 2])
  })

  test.each(['+ first', 'the agenda first'])('also entered in a zone with another day: %s', async (order) => {
    // 09:28 in São Paulo is past midnight in Kiritimati.
    const far = { ...plus('09:28'), lessonDay: daysFromToday(0) }
    const both = [far, await held()]
    const [first = far, second = far] = order === '+ first' ? both : both.toReversed()
    dataOf(await sessions.register(first))
    expect(await sessions.register(second)).toMatchObject({ success: false, code: 'lesson-beside' })
    expect(await credits()).toEqual([3, 3])
    if (order === '+ first') dataOf(await lessonPlans.link(linkTo(far.sessionId)))
    expect((await planned()).session_id).toBe(first.sessionId)
  })

  test('two devices at once are not both charged', async () => {
    const [one, other] = [plus('09:28'), await held()]
    const answers = await Promise.all([sessions.register(one), sessions.register(other)])
    expect(answers.filter(({ success }) => success)).toHaveLength(1)
    expect(answers.find(({ success }) => !success)).toMatchObject({ code: 'lesson-beside' })
    expect(await credits()).toEqual([3, 3])
  })

  test.each<[string, () => RegistrationIntent]>([
    ['further apart', () => plus('11:01')],
    ['nobody in both', () => plus('09:28', [])],
  ])('it is another lesson: %s', async (_, make) => {
    const intent = make()
    const eva = await addStudent({ name: 'Eva Nova' })
    if (intent.participants.length === 0) intent.participants = [{ studentId: eva.id }]
    dataOf(await sessions.register(intent))
    dataOf(await sessions.register(await held()))
    expect(await creditsOf(clara.id)).toBe(intent.participants.length === 2 ? 2 : 3)
  })

  test('one that did not happen costs nothing, and is not asked about', async () => {
    dataOf(await sessions.register({ ...plus('09:28'), cancelledReason: 'rain' }))
    dataOf(await sessions.register(await held()))
    expect(await credits()).toEqual([3, 3])
  })
})

describe('the same lesson', () => {
  test('is linked without a credit, once however often it is sent, and taken off again', async () => {
    const intent = await registeredPlus()
    const before = await books()
    const link = linkTo(intent.sessionId)
    const { undo } = dataOf(await lessonPlans.link(link))
    expect(await lessonPlans.link(link)).toMatchObject({ success: true })
    expect(await planned()).toMatchObject({ session_id: intent.sessionId })
    expect(await books()).toEqual({ ...before, lessons: [{ linked: true, student_count: 2 }] })
    if (!undo) throw new Error('Nothing to undo')
    dataOf(await lessonPlans.restore({ opId: newId(), ...undo }))
    expect(await planned()).toMatchObject({ session_id: null, reason: null })
    expect(await books()).toEqual(before)
  })

  test('in either order leaves the same credits, lines and alerts as one lesson', async () => {
    // Credits enough for one lesson before the alert.
    await newDevice()
    await plan(3)
    dataOf(await sessions.register(await held()))
    const one = await books()
    expect(one.alerts).toHaveLength(2)
    await newDevice()
    await plan(3)
    const intent = plus('09:00')
    dataOf(await sessions.register(intent))
    dataOf(await lessonPlans.link(linkTo(intent.sessionId)))
    expect(await books()).toEqual(one)
  })

  test('of two devices one answers the occurrence, the other one is told', async () => {
    const intent = await registeredPlus()
    dataOf(await sessions.register({ ...(await held()), beside: [intent.sessionId] }))
    expect(await lessonPlans.link(linkTo(intent.sessionId))).toMatchObject({ code: 'occurrence-answered' })
  })

  test('that is the lesson of one occurrence is not linked to another one, which stays unanswered', async () => {
    const intent = await registeredPlus()
    dataOf(await lessonPlans.link(linkTo(intent.sessionId)))
    const other = weeklyOn(yesterday, [clara.id], { start_time: '09:30:00' })
    await addSlots(other)
    const slot = { slotId: other.id, slotDate: yesterday, movedTo: null }
    const link = { ...linkTo(intent.sessionId), slot, begins: at('09:30') }
    expect(await lessonPlans.link(link)).toMatchObject({ code: 'lesson-linked', permanent: true })
  })

  test('a skipped occurrence, one that is gone and a lesson that is gone are not linked', async () => {
    const intent = await registeredPlus()
    dataOf(await lessonPlans.skip(skipIntent(newId(), [await planned()], 'rain')))
    expect(await lessonPlans.link(linkTo(intent.sessionId))).toMatchObject({
      code: 'occurrence-answered',
      message: 'Uma aula já estava registrada ou cancelada. Nada foi mudado.',
    })
    const slot = { slotId: newId(), slotDate: yesterday, movedTo: null }
    const nowhere = { ...linkTo(intent.sessionId), slot }
    expect(await lessonPlans.link(nowhere)).toMatchObject({ code: 'slot-not-found' })
    expect(await lessonPlans.link(linkTo(newId()))).toMatchObject({ code: 'session-not-found' })
  })
})
