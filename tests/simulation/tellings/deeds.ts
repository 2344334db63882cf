import { heldIntent, lessonsBeside, meantBy, skipIntent } from '@/agenda/answers'
import { agenda } from '@/agenda/data'
import { canSkip, hasBegun, type Occurrence } from '@/agenda/rules'
import {
  changeFromPlan,
  earliestChange,
  leavingFrom,
  lostFrom,
  movePlan,
  newSlotPlan,
  unheardFrom,
  type SlotFacts,
} from '@/agenda/slots'
import { dayIn, instantIn, timeOf } from '@/agenda/zone'
import { agreements } from '@/agreement/data'
import { visits } from '@/agreement/visitor-data'
import { addDays, parseLocalDate } from '@/core/dates'
import type { Uuid } from '@/core/model'
import type { Result } from '@/core/result'
import type { LessonUndo, RegistrationIntent } from '@/credits/intents'
import { planRegistration, planSessionEdit, planSkip } from '@/credits/plan-session'
import type { CreditFacts, Planned, PlanResult } from '@/credits/plan-types'
import { openings } from '@/openings/data'
import { candidatesFor, endsOf } from '@/openings/rules'
import { packagePlans } from '@/packages/package-plans-data'
import { publicStudent } from '@/public-student/data'
import { recess } from '@/recess/data'
import { sessions } from '@/sessions/data'
import { lessonPlans } from '@/sessions/lesson-plans-data'
import type { SaveResult } from '@/sessions/write-lessons-data'
import { dataOf } from '../../support/world/services'
import { newId, packageValues, saleIntent } from '../../support/world/values'
import { DAY, HOUR, MINUTE, type Scene, type World } from './world'

export interface Done {
  result: Result<unknown>
  /** What the form said before, what the answer told, and what undoes it. */
  saved?: { foreseen: Planned['effects']; told: Planned['effects']; undo: LessonUndo | null }
  /** What a dialog says is lost from a day on, by the slots that the change ends and makes. */
  loses?: { from: string; slots: Uuid[]; days: string[]; unheard: string[]; guests: string[] }
}

type Deed = (world: World, scene: Scene) => Promise<Done>

/** A change of lessons as its form previews it, then as it is saved. */
async function save<Intent>(
  intent: Intent,
  plan: (intent: Intent, facts: CreditFacts, now: Date) => PlanResult,
  asked: Parameters<typeof sessions.previewFacts>[0],
  send: (intent: Intent) => Promise<SaveResult>,
): Promise<Done> {
  const planned = plan(intent, dataOf(await sessions.previewFacts(asked)), new Date())
  const result = await send(intent)
  if (!planned.success || !result.success) return { result }
  const { effects: told, undo } = dataOf<typeof result.data>(result)
  return { result, saved: { foreseen: planned.effects, told, undo } }
}

/** A time of the agenda within a day from now. */
function soon(world: World, { zone }: Scene) {
  const away = world.pick([-2 * HOUR, 20 * MINUTE, HOUR, 3 * HOUR, 10 * HOUR, DAY, -DAY])
  const instant = new Date(Math.round((Date.now() + away) / (30 * MINUTE)) * 30 * MINUTE).toISOString()
  return { day: dayIn(zone, new Date(instant)), time: timeOf({ zone, instant }) }
}

/** A slot as its form has it. */
function slotValues(world: World, scene: Scene, { day, time }: ReturnType<typeof soon>) {
  const repeats = world.chance.happens(0.2) ? ('once' as const) : ('weekly' as const)
  const studentIds = scene.list.flatMap(({ id }) => (world.chance.happens(0.5) ? id : []))
  const at = { date: day, time, from: day, until: null, minutes: world.pick([30, 60, 90]) }
  return { repeats, weekdays: [parseLocalDate(day).getDay()], ...at, clubId: null, studentIds }
}

const open = ({ occurrences }: Scene) => occurrences.filter(canSkip)
const seats = (rows: SlotFacts['replies']) =>
  rows.map((row) => `${row.slot_date} ${row.student_id} ${Date.parse(row.start.instant)}`)
const pageOf = async ({ id, link }: Scene['list'][number]) => dataOf(await publicStudent.get(link ?? id))

/** Lessons that 'Aconteceu' can answer. */
export const unanswered = (scene: Scene): Occurrence[] =>
  open(scene).filter((each) => each.students.length > 0 && hasBegun(each, new Date()))

export const held = (one: Occurrence, { lessons }: Scene): RegistrationIntent => ({
  ...heldIntent(newId(), one, 'Ana'),
  beside: lessonsBeside(meantBy(one), lessons).map(({ id }) => id),
})

export const DEEDS = {
  async sell(world, { list }) {
    const { chance, today } = world
    const values = packageValues({
      totalClasses: chance.whole(1, 4),
      startDate: addDays(today, chance.whole(-15, 2)),
      paymentDate: addDays(today, chance.whole(-10, 0)),
      validityDays: world.pick([2, 10, 25, 25]),
      firstLessonValidity: chance.happens(0.3),
    })
    const without = list.filter(({ packages }) => packages.length === 0)
    const { id } = world.pick(without.length > 0 ? without : list)
    const unpaid = chance.happens(0.5) && { payment: null }
    return { result: await packagePlans.sell(saleIntent(id, { values, ...unpaid })) }
  },

  async slot(world, scene) {
    const { day, time } = soon(world, scene)
    const values = slotValues(world, scene, { day: addDays(day, -7), time })
    return { result: await agenda.applySlotPlan(newSlotPlan(newId(), values, newId)) }
  },

  held(world, scene) {
    const one = world.near(unanswered(scene))
    const { slot_id, slot_date, starts_at, students } = one
    const occurrences = [{ slot_id, slot_date, starts_at: starts_at.instant }]
    const asked = { studentIds: students.map(({ id }) => id), occurrences }
    return save(held(one, scene), planRegistration, asked, sessions.register)
  },

  edit(world, { registered }) {
    const { id: sessionId, version: expectedVersion, day: lessonDay, ...lesson } = world.pick(registered)
    const gone = world.chance.happens(0.3) ? world.pick(lesson.participants).student_id : null
    const participants = lesson.participants
      .filter(({ student_id: id }) => id !== gone)
      .map(({ student_id: id }) => ({
        studentId: id,
        attendance: world.pick(['present', 'absent', 'excused'] as const),
      }))
    const turned = lesson.cancelled_reason ? null : ('rain' as const)
    const turn = world.chance.happens(0.2) && { cancelledReason: turned }
    const more = world.chance.happens(0.4) && { extension: { days: world.chance.whole(1, 9) } }
    const intent = { opId: newId(), sessionId, expectedVersion, lessonDay, participants, ...turn, ...more }
    return save(intent, planSessionEdit, { studentIds: [], sessionId }, sessions.updateComplete)
  },

  skip(world, scene) {
    const one = world.near(open(scene))
    const more = world.chance.happens(0.5) ? { days: world.chance.whole(1, 9) } : undefined
    const asked = { studentIds: one.students.map(({ id }) => id) }
    return save(skipIntent(newId(), [one], 'rain', more), planSkip, asked, lessonPlans.skip)
  },

  async move(world, scene) {
    const one = world.near(open(scene))
    const { day, time } = soon(world, scene)
    return { result: await agenda.applySlotPlan(movePlan(newId(), one, instantIn(scene.zone, day, time))) }
  },

  /** 'Mudar deste dia em diante'. */
  async change(world, scene) {
    const { slot_id, slot_date } = world.near(open(scene))
    const slot = world.pick(scene.slots.filter(({ id, weekday }) => id === slot_id && weekday !== null))
    const facts = dataOf(await agenda.slotFacts(slot.id))
    const [from = slot_date] = [slot_date, earliestChange(slot, facts)].toSorted().toReversed()
    const time = world.chance.happens(0.5) ? slot.start_time.slice(0, 5) : soon(world, scene).time
    const values = slotValues(world, scene, { day: from, time })
    const plan = changeFromPlan(newId(), slot, from, values, newId)
    const loses = {
      from,
      slots: [slot.id, ...plan.add.map(({ id }) => id)],
      days: lostFrom(facts, from).map((each) => each.slot_date),
      unheard: seats(unheardFrom(facts, slot, from, values)),
      guests: seats(leavingFrom(facts, slot, from, values)),
    }
    return { result: await agenda.applySlotPlan(plan), loses }
  },

  async guest(world, scene) {
    const { slot_id, slot_date, starts_at, students: there } = world.near(open(scene))
    const { id: student } = world.pick(scene.list.filter(({ id }) => there.every((each) => each.id !== id)))
    return { result: await openings.addGuest({ slot_id, slot_date, student, start: starts_at.instant }) }
  },

  async offer(world, scene) {
    const one = world.near(open(scene).filter((each) => !hasBegun(each, new Date())))
    const { slot_id, slot_date, starts_at } = one
    const students = candidatesFor(one, scene.list, scene.occurrences).map(({ id }) => id)
    const until = {
      starts_at: starts_at.instant,
      closes_at: world.pick(endsOf(starts_at, new Date())).at.instant,
    }
    return { result: await openings.open({ id: newId(), slot_id, slot_date, ...until, places: 1, students }) }
  },

  async take(world, { list }) {
    const student = world.pick(list)
    const { id } = world.pick((await pageOf(student)).openings)
    return { result: await visits.take(student.link ?? student.id, id) }
  },

  async reply(world, { list }) {
    const student = world.pick(list)
    const lesson = world.pick((await pageOf(student)).next_lessons.filter((each) => each.can_reply))
    return { result: await visits.reply(student.link ?? student.id, lesson, 'not_coming', lesson.would_be) }
  },

  async publish(world, { today }) {
    const [newest] = dataOf(await agreements.list())
    const rules = { notice_hours: world.pick([0, 12, 24]), makeup_days: world.pick([0, 5, 30]), note: null }
    return { result: await agreements.save({ ...rules, starts_on: today, seen: newest?.version ?? 0 }) }
  },

  async adjust(world, { packages }) {
    const seen = world.pick(packages)
    const about = { opId: newId(), packageId: seen.id, studentId: seen.student_id, seen }
    return { result: await packagePlans.adjust({ ...about, delta: world.pick([-1, 1, 2]), reason: 'x' }) }
  },

  async recess(world, { today }) {
    const from = addDays(today, world.chance.whole(-2, 5))
    return { result: await recess.give({ id: newId(), from, until: addDays(from, 3) }) }
  },

  zone: async (world) => ({ result: await agenda.setTimeZone(world.zone()) }),
} satisfies Record<string, Deed>
