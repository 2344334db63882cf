import type { Reply } from '@/agreement/replies'
import { LAST_DAY } from '@/core/constants'
import { addDays, daysBetween, parseLocalDate } from '@/core/dates'
import {
  CANCELLED_REASONS,
  type CancelledReason,
  type Instant,
  type LocalDate,
  type Uuid,
} from '@/core/model'
import { dayIn, epochOf, minutesAfter, timeOf, type AgendaTime } from './zone'

/** The coach's week (docs/product.md, 'Agenda'). The database expands slots into occurrences; the rules are here. */

export const SKIP_REASONS = [...CANCELLED_REASONS, 'holiday', 'recess'] as const
export type SkipReason = (typeof SKIP_REASONS)[number]

export interface Slot {
  id: Uuid
  /** 0 is Sunday. null: the slot is only on the date `starts_on`, which equals `ends_on`. */
  weekday: number | null
  /** 'HH:MM:SS', in the coach's time zone. */
  start_time: string
  minutes: number
  club_id: Uuid | null
  starts_on: LocalDate
  /** null: no end. */
  ends_on: LocalDate | null
  /** The version of the slot, which a change has to name. */
  updated_at: Instant
  students: Uuid[]
}

/** The limits of the database. */
export const SLOT_LIMITS = {
  minutes: { min: 15, max: 600, default: 60 },
  students: 100,
  lastDay: LAST_DAY,
} as const

/** An occurrence keeps its key when it moves. */
export interface OccurrenceKey {
  slot_id: Uuid
  /** The original local date. */
  slot_date: LocalDate
}

/**
 * A student of an occurrence, with the reply that counts. A lesson that waits in the outbox has no replies, and a note
 * that waits has no outcome yet.
 */
export interface ExpectedStudent extends Partial<Reply<Instant>> {
  id: Uuid
  name: string
  /** Expected on this day only. */
  guest?: boolean
  /** When the student took a place that was offered. */
  taken_at?: Instant | null
  /** The coach had seen that the student would not come. */
  came_back?: true
  /** The entry of this device's outbox that has the reply. */
  noted?: Uuid
}

/** Places of an occurrence that are offered to students, also when all of them are taken. */
export interface Opening {
  id: Uuid
  places: number
  taken: number
  closes_at: Instant
  /** The students who were asked, in the order of asking. */
  invites: Invite[]
}

/** A student who was asked, and whether the student took a place. */
export interface Invite {
  id: Uuid
  name: string
  invited_at: Instant
  /** The place may have been given back since. */
  taken_at: Instant | null
}

export interface Occurrence extends OccurrenceKey {
  /** 'HH:MM:SS' of the slot: when the occurrence begins unless it was moved. */
  start_time: string
  starts_at: AgendaTime
  /** The local day of `starts_at`. */
  day: LocalDate
  minutes: number
  club_id: Uuid | null
  reason: SkipReason | null
  moved_to: AgendaTime | null
  session_id: Uuid | null
  /** When the lesson was: its hour may have been corrected. Absent until the answer is read. */
  session_date?: Instant | null
  cancelled_reason: CancelledReason | null
  /** The participants of a registered lesson, else the expected students. Empty for a free hour. */
  students: ExpectedStudent[]
  opening?: Opening | null
  /** The occurrence was answered on this device, and the answer waits in the outbox. */
  pending?: true
  /** The server has refused that answer: it waits for the coach. */
  isRefused?: true
}

/** A lesson without a slot: registered without the agenda. It has no duration, because nobody entered one. */
export interface AgendaLesson {
  id: Uuid
  starts_at: AgendaTime
  /** In the agenda's zone; the device that entered the lesson may have had another day. */
  day: LocalDate
  cancelled_reason: CancelledReason | null
  students: { id: Uuid; name: string }[]
  /** The lesson waits in the outbox. */
  pending?: true
}

export interface Agenda {
  /** IANA name. */
  zone: string
  /** The local days that were read. `from` after `to`: none of the requested days was read. */
  days: DayRange
  /** Earliest first. */
  occurrences: Occurrence[]
  lessons: AgendaLesson[]
}

/** The answer of `get_agenda`. */
export interface AgendaAnswer {
  /** null: unknown. */
  time_zone: string | null
  occurrences: (Omit<Occurrence, 'starts_at' | 'moved_to' | 'pending' | 'isRefused'> & {
    starts_at: Instant
    moved_to: Instant | null
  })[]
  lessons: (Omit<AgendaLesson, 'starts_at'> & { starts_at: Instant })[]
}

/**
 * What is stored about an occurrence that is skipped, moved, or both. In a plan, `moved_to` null keeps the time to
 * which it had moved, and null in both fields ends its skip.
 */
export interface SlotException extends OccurrenceKey {
  reason: SkipReason | null
  moved_to: Instant | null
  /** The recess that skips the occurrence; absent or null for every other reason. */
  recess_id?: Uuid | null
  /** For ending a skip as an undo: only a skip that one of these operations wrote is ended. Absent: any skip is. */
  ops?: readonly Uuid[]
}

/**
 * What an answer does if another device has changed the slot since the agenda was read. 'refuse': nothing is written.
 * 'follow': it answers the occurrence of the slot that replaced the old one, or none.
 */
export type SlotChanged = 'refuse' | 'follow'

/** A planned occurrence as the coach saw it. The write is refused once it differs. */
interface SeenOccurrence {
  /** null: not moved. */
  slot_moved_to?: Instant | null
  /** The agenda's time zone, for a time that the coach typed. */
  zone?: string | undefined
}

export interface ExceptionPlan {
  add: readonly (SlotException & SeenOccurrence)[]
  remove?: readonly (OccurrenceKey & SeenOccurrence)[]
  /** Absent: a skip whose occurrence has no slot any more is passed over. */
  slot_changed?: 'refuse'
}

/** A unique text per occurrence, for keys of lists and maps. */
export const occurrenceKey = ({ slot_id, slot_date }: OccurrenceKey): string => `${slot_id}/${slot_date}`

export type OccurrenceState =
  | 'held'
  | 'cancelled'
  | 'skipped'
  /** A free hour: nobody is expected. */
  | 'free'
  | 'upcoming'
  | 'running'
  /** It ended at most 7 days ago, without an answer. */
  | 'unanswered'
  /** It ended longer ago, without an answer. */
  | 'lapsed'

/** After this many days an unanswered occurrence lapses. */
const UNANSWERED_DAYS = 7

export const endOf = ({ starts_at, minutes }: Pick<Occurrence, 'starts_at' | 'minutes'>): AgendaTime =>
  minutesAfter(starts_at, minutes)

/** Start and end as 'HH:mm' in the agenda's time zone. */
export const timesOf = (occurrence: Pick<Occurrence, 'starts_at' | 'minutes'>) => ({
  start: timeOf(occurrence.starts_at),
  end: timeOf(endOf(occurrence)),
})

/** 'Ana, Bia' or 'Horário livre' */
export const namesOf = ({ students }: Pick<Occurrence, 'students'>): string =>
  students.map(({ name }) => name).join(', ') || 'Horário livre'

/** True from the instant at which it begins. */
export const hasBegun = ({ starts_at }: Pick<Occurrence, 'starts_at'>, now: Date): boolean =>
  epochOf(starts_at) <= now.getTime()

export const isOver = (occurrence: Occurrence, now: Date): boolean =>
  epochOf(endOf(occurrence)) <= now.getTime()

export const isOccurrence = (one: Occurrence | AgendaLesson): one is Occurrence => 'slot_id' in one

export function stateOf(occurrence: Occurrence | AgendaLesson, now: Date): OccurrenceState {
  if (!isOccurrence(occurrence) || occurrence.session_id !== null) {
    return occurrence.cancelled_reason === null ? 'held' : 'cancelled'
  }
  const { reason, students, starts_at, day } = occurrence
  if (reason !== null) return 'skipped'
  if (students.length === 0) return 'free'
  if (!hasBegun(occurrence, now)) return 'upcoming'
  if (!isOver(occurrence, now)) return 'running'
  return day < addDays(dayIn(starts_at.zone, now), -UNANSWERED_DAYS) ? 'lapsed' : 'unanswered'
}

/** True if the coach has answered it, also while the answer waits in the outbox. */
export const isAnswered = ({ session_id, reason, pending }: Occurrence): boolean =>
  session_id !== null || reason !== null || pending === true

/** True if both take place at the same time. A lesson without a slot has no known end, so it overlaps nothing. */
export function overlaps(one: Occurrence | AgendaLesson, other: Occurrence | AgendaLesson): boolean {
  if (!isSure(one) || !isSure(other)) return false
  return epochOf(one.starts_at) < epochOf(endOf(other)) && epochOf(other.starts_at) < epochOf(endOf(one))
}

const isSure = (each: Occurrence | AgendaLesson): each is Occurrence =>
  isOccurrence(each) && each.reason === null && each.cancelled_reason === null

/** True for a lesson that takes place, or took place, with somebody. */
export const isLesson = (one: Occurrence | AgendaLesson): boolean =>
  one.students.length > 0 && one.cancelled_reason === null && !(isOccurrence(one) && one.reason !== null)

/** True if it has begun, is unanswered and has not lapsed. */
export const canAnswer = (occurrence: Occurrence, now: Date): boolean =>
  ['running', 'unanswered'].includes(stateOf(occurrence, now))

/** True without a lesson or a skip, whatever the time. An answer that waits in the outbox counts as given. */
export const canSkip = ({ session_id, reason }: Occurrence): boolean => session_id === null && reason === null

/** Which days of the agenda are read in one request. */

export type DayRange = { from: LocalDate; to: LocalDate }

export const isWithin = (inner: DayRange, outer: DayRange): boolean =>
  inner.from >= outer.from && inner.to <= outer.to

export const isOn = (day: LocalDate, { from, to }: DayRange): boolean => day >= from && day <= to

export const mondayOf = (day: LocalDate): LocalDate => addDays(day, -((parseLocalDate(day).getDay() + 6) % 7))

export const daysFrom = (monday: LocalDate): LocalDate[] =>
  Array.from({ length: 7 }, (_, index) => addDays(monday, index))

const BLOCK_DAYS = 42

/** The days that the device keeps: last week, this one and four more, as far as students can reply by their link. */
export function keptDays(today: LocalDate): DayRange {
  const from = addDays(mondayOf(today), -7)
  return { from, to: addDays(from, BLOCK_DAYS - 1) }
}

/** The first date on which the device keeps this day. */
export const keptSince = (day: LocalDate): LocalDate => addDays(mondayOf(day), 14 - BLOCK_DAYS)

/** The six weeks that are read together with this day: those that the device keeps, or another block beside them. */
export function blockOf(day: LocalDate, today: LocalDate): DayRange {
  const first = keptDays(today).from
  const from = addDays(first, Math.floor(daysBetween(first, day) / BLOCK_DAYS) * BLOCK_DAYS)
  return { from, to: addDays(from, BLOCK_DAYS - 1) }
}
