import { addDays, parseLocalDate } from '@/core/dates'
import type { Instant, LocalDate, Uuid } from '@/core/model'
import type { ExceptionPlan, OccurrenceKey, Slot, SlotException } from './rules'
import type { SlotValues } from './slot.schema'
import { instantIn, type AgendaTime } from './zone'

/** The wire format of `apply_slot_plan`, and the plan of each change of the week (docs/product.md, 'Agenda'). */

export type NewSlot = Omit<Slot, 'updated_at'> & {
  /** The slot that this one replaces: answers to it that still wait on a device become answers to this one. */
  replaces?: Uuid
}

export interface SlotPlan {
  /** One operation per intent of the coach. */
  op_id: Uuid
  /** `expected` is the slot's `updated_at`. A slot without a last day, or with one before its first, is deleted. */
  end: readonly { slot_id: Uuid; expected: Instant; last_day: LocalDate | null }[]
  add: readonly NewSlot[]
  skips?: ExceptionPlan
}

/** What the database knows of a slot besides its row. */
export interface SlotFacts {
  exceptions: readonly (Pick<SlotException, 'slot_date' | 'reason'> & { moved_to: AgendaTime | null })[]
  /** Who replied 'Não vou', and to which start. */
  replies: readonly { slot_date: LocalDate; student_id: Uuid; name: string; start: AgendaTime }[]
  /** Who comes to one occurrence only, and to which start; `taken`: the student took a place that was offered. */
  guests: readonly (SlotFacts['replies'][number] & { taken: boolean })[]
  /** The hours that are offered now. */
  offers: readonly { slot_date: LocalDate; start: AgendaTime }[]
  /** The original date of the last occurrence that has a lesson. */
  last_answered: LocalDate | null
}

/** One slot for each weekday. The database recognises a repeated plan by its operation id, so new ids do no harm. */
const slotsOf = (values: SlotValues, newId: () => Uuid): NewSlot[] => {
  const { repeats, weekdays, date, time, minutes, clubId, from, until, studentIds } = values
  const same = { start_time: `${time}:00`, minutes, club_id: clubId, students: studentIds }
  if (repeats === 'once') return [{ id: newId(), weekday: null, starts_on: date, ends_on: date, ...same }]
  return weekdays.map((weekday) => ({ id: newId(), weekday, starts_on: from, ends_on: until, ...same }))
}

const NOTHING = { end: [], add: [] } as const

/** 'Novo horário'. */
export const newSlotPlan = (opId: Uuid, values: SlotValues, newId: () => Uuid): SlotPlan => ({
  ...NOTHING,
  op_id: opId,
  add: slotsOf(values, newId),
})

/** Ends the slot the day before `from`. A slot that has no day before `from` is deleted. */
export const endPlan = (opId: Uuid, { id, updated_at }: Slot, from: LocalDate): SlotPlan => ({
  ...NOTHING,
  op_id: opId,
  end: [{ slot_id: id, expected: updated_at, last_day: addDays(from, -1) }],
})

/** 'Deste dia em diante': the slot ends the day before, and another one replaces it. */
export const changeFromPlan = (
  opId: Uuid,
  slot: Slot,
  from: LocalDate,
  values: SlotValues,
  newId: () => Uuid,
): SlotPlan => ({
  ...endPlan(opId, slot, from),
  add: slotsOf(values, newId).map((added) => ({ ...added, replaces: slot.id })),
})

/** The place at which the coach saw the occurrence. undefined: the plan is applied wherever the occurrence is. */
const asSeen = (seen: Instant | null | undefined) => (seen === undefined ? {} : { slot_moved_to: seen })

/** 'Mudar só este dia': the occurrence moves to another time; `zone` is the one in which the coach typed that time. */
export const movePlan = (
  opId: Uuid,
  { slot_id, slot_date }: OccurrenceKey,
  movedTo: Instant,
  seen?: Instant | null,
  zone?: string,
): SlotPlan => ({
  ...NOTHING,
  op_id: opId,
  skips: { add: [{ slot_id, slot_date, reason: null, moved_to: movedTo, ...asSeen(seen), zone }] },
})

/** 'Colocar de volta': the skip ends, wherever the occurrence has moved to by then. */
export const putBackPlan = (opId: Uuid, { slot_id, slot_date }: OccurrenceKey): SlotPlan => ({
  ...NOTHING,
  op_id: opId,
  skips: { add: [{ slot_id, slot_date, reason: null, moved_to: null }], slot_changed: 'refuse' },
})

/** Puts the occurrence back to where its slot has it: neither moved nor skipped. */
export const asPlannedPlan = (
  opId: Uuid,
  { slot_id, slot_date }: OccurrenceKey,
  seen?: Instant | null,
): SlotPlan => ({
  ...NOTHING,
  op_id: opId,
  skips: { add: [], remove: [{ slot_id, slot_date, ...asSeen(seen) }] },
})

/** The first day from which a slot can be changed or ended; days up to its last lesson stay. */
export const earliestChange = (
  slot: Pick<Slot, 'starts_on'>,
  { last_answered }: Pick<SlotFacts, 'last_answered'>,
): LocalDate =>
  last_answered === null || last_answered < slot.starts_on ? slot.starts_on : addDays(last_answered, 1)

/**
 * The day from which a changed slot no longer applies; `since` is the day for which the coach opened the change. A slot
 * that was only once is replaced whole.
 */
export function changedFrom(
  slot: Pick<Slot, 'weekday' | 'starts_on'>,
  { repeats, from }: Pick<SlotValues, 'repeats' | 'from'>,
  since: LocalDate,
): LocalDate {
  if (slot.weekday === null) return slot.starts_on
  return repeats === 'weekly' ? from : since
}

/** The moved or skipped occurrences that are lost if the slot is changed or ended from this day on, earliest first. */
export const lostFrom = (
  { exceptions }: Pick<SlotFacts, 'exceptions'>,
  from: LocalDate,
): SlotFacts['exceptions'] => exceptions.filter(({ slot_date }) => slot_date >= from).toSorted(byDate)

const byDate = (a: Pick<SlotException, 'slot_date'>, b: Pick<SlotException, 'slot_date'>) =>
  a.slot_date.localeCompare(b.slot_date)

type NewTimes = Pick<SlotValues, 'repeats' | 'weekdays' | 'date' | 'time' | 'from' | 'until' | 'studentIds'>
type OldTimes = Pick<Slot, 'start_time' | 'ends_on' | 'students'>

/**
 * The 'Não vou' replies that no longer count, earliest first: their lesson no longer begins then. Without `values` the
 * slot ends. Guests' replies are left out: guests are expected at no other hour, unless they become students of the
 * slot.
 */
export const unheardFrom = (
  { exceptions, replies }: Pick<SlotFacts, 'exceptions' | 'replies'>,
  slot: OldTimes,
  from: LocalDate,
  values?: NewTimes,
): SlotFacts['replies'] =>
  replies
    .filter(
      ({ slot_date: day, student_id, start }) =>
        isOf(slot, day, from) &&
        (slot.students.includes(student_id) || becomesStudent(values, student_id, day)) &&
        beginsThen(exceptions, slot, day, start) &&
        !stillBeginsThen(values, day, start),
    )
    .toSorted(byDate)

/** The offers that end, earliest first: their lesson no longer begins then. Without `values` the slot ends. */
export const closedFrom = (
  { offers }: Pick<SlotFacts, 'offers'>,
  slot: OldTimes,
  from: LocalDate,
  values?: NewTimes,
): SlotFacts['offers'] =>
  offers
    .filter(({ slot_date: day, start }) => isOf(slot, day, from) && !stillBeginsThen(values, day, start))
    .toSorted(byDate)

/**
 * The guests who come and are no longer expected, earliest first: their lesson no longer begins then. Without `values`
 * the slot ends. A student who took a place is expected only at the start that was offered, so not at an occurrence
 * that moved since.
 */
export const leavingFrom = (
  { exceptions, replies, guests }: Pick<SlotFacts, 'exceptions' | 'replies' | 'guests'>,
  slot: OldTimes,
  from: LocalDate,
  values?: NewTimes,
): SlotFacts['guests'] =>
  guests
    .filter(({ slot_date: day, student_id, start, taken }) => {
      const isSkipped = exceptions.some(({ slot_date, reason }) => slot_date === day && reason !== null)
      if (!isOf(slot, day, from) || isSkipped || slot.students.includes(student_id)) return false
      const told = replies.filter((reply) => reply.slot_date === day && reply.student_id === student_id)
      if (told.some((reply) => beginsThen(exceptions, slot, day, reply.start))) return false
      if (taken && !beginsThen(exceptions, slot, day, start)) return false
      if (becomesStudent(values, student_id, day)) return false
      return !stillBeginsThen(values, day, start)
    })
    .toSorted(byDate)

/** True for a student of the changed slot, who therefore stays expected. */
const becomesStudent = (values: NewTimes | undefined, id: Uuid, day: LocalDate) =>
  values?.studentIds.includes(id) && isOn(values, day)

const isOf = ({ ends_on }: OldTimes, day: LocalDate, from: LocalDate) =>
  day >= from && (ends_on === null || day <= ends_on)

// Instants are compared, because a local time that a change of clocks leaves out reads as another one.
const isSame = (a: Instant, b: Instant) => Date.parse(a) === Date.parse(b)

function beginsThen(
  exceptions: SlotFacts['exceptions'],
  { start_time }: OldTimes,
  day: LocalDate,
  { instant, zone }: AgendaTime,
) {
  const moved = exceptions.find(({ slot_date }) => slot_date === day)?.moved_to
  return isSame(instant, moved?.instant ?? instantIn(zone, day, start_time.slice(0, 5)))
}

/** Whether the lesson of this day begins at `start` after the change. What is being typed may be no time. */
function stillBeginsThen(values: NewTimes | undefined, day: LocalDate, { instant, zone }: AgendaTime) {
  if (!values || Number.isNaN(Date.parse(`${day}T${values.time}:00Z`))) return false
  return isOn(values, day) && isSame(instant, instantIn(zone, day, values.time))
}

const isOn = ({ repeats, weekdays, date, from, until }: NewTimes, day: LocalDate) =>
  repeats === 'once'
    ? date === day
    : weekdays.includes(parseLocalDate(day).getDay()) && day >= from && (!until || day <= until)
