import type { Reply } from '@/agreement/replies'
import { LAST_DAY } from '@/core/constants'
import { addDays } from '@/core/dates'
import {
  CANCELLED_REASONS,
  type CancelledReason,
  type Instant,
  type LocalDate,
  type Uuid,
} from '@/core/model'
import type { DayRange } from './window'
import { dayIn, epochOf, minutesAfter, timeOf, type AgendaTime } from './zone'

/**
 * The coach's week (docs/product.md, 'Agenda'). Occurrences are expanded by the database; here they are decided about.
 */

export const SKIP_REASONS = [...CANCELLED_REASONS, 'holiday', 'recess'] as const
export type SkipReason = (typeof SKIP_REASONS)[number]

export interface Slot {
  id: Uuid
  /** 0 is Sunday; null: only on the date `starts_on`, which is `ends_on` too. */
  weekday: number | null
  /** 'HH:MM:SS', in the coach's time zone. */
  start_time: string
  minutes: number
  club_id: Uuid | null
  starts_on: LocalDate
  /** null: no end. */
  ends_on: LocalDate | null
  /** The version that a change names. */
  updated_at: Instant
  students: Uuid[]
}

/** As the database has them. */
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
 * Somebody of an occurrence, with what counts of what was told of it; of a lesson that waits in the outbox nothing is
 * known, of a note that waits not its outcome.
 */
export interface ExpectedStudent extends Partial<Reply<Instant>> {
  id: Uuid
  name: string
  /** Expected on this day only. */
  guest?: boolean
  /** When a place that was offered was taken. */
  taken_at?: Instant | null
}

/** Places of an occurrence that are offered, also while all of them are taken. */
export interface Opening {
  id: Uuid
  places: number
  taken: number
  closes_at: Instant
  /** Who was asked, in that order. */
  invites: Invite[]
}

/** Who was asked, and what came of it. */
export interface Invite {
  id: Uuid
  name: string
  invited_at: Instant
  /** It may have been given back since. */
  taken_at: Instant | null
}

export interface Occurrence extends OccurrenceKey {
  /** 'HH:MM:SS' of its slot: when it begins unless it moved. */
  start_time: string
  starts_at: AgendaTime
  /** The local day of `starts_at`. */
  day: LocalDate
  minutes: number
  club_id: Uuid | null
  reason: SkipReason | null
  moved_to: AgendaTime | null
  session_id: Uuid | null
  cancelled_reason: CancelledReason | null
  /** Of a lesson who was in it, else who is expected. None: a free hour. */
  students: ExpectedStudent[]
  opening?: Opening | null
  /** It was answered on this device, and the answer waits in the outbox. */
  pending?: true
}

/** A lesson that is of no slot: registered without the agenda. How long it took nobody entered. */
export interface AgendaLesson {
  id: Uuid
  starts_at: AgendaTime
  /** The day of the lesson on the device that entered it. */
  day: LocalDate
  cancelled_reason: CancelledReason | null
  students: { id: Uuid; name: string }[]
  /** It waits in the outbox. */
  pending?: true
}

export interface Agenda {
  /** IANA name. */
  zone: string
  /** The local days that were read; `from` after `to`: none of those that were asked for. */
  days: DayRange
  /** By instant. */
  occurrences: Occurrence[]
  /** Those without a slot. */
  lessons: AgendaLesson[]
}

/** As `get_agenda` answers it. */
export interface AgendaAnswer {
  /** null: unknown. */
  time_zone: string | null
  occurrences: (Omit<Occurrence, 'starts_at' | 'moved_to' | 'pending'> & {
    starts_at: Instant
    moved_to: Instant | null
  })[]
  lessons: (Omit<AgendaLesson, 'starts_at'> & { starts_at: Instant })[]
}

/**
 * What is written about an occurrence that is skipped, moved, or both. `moved_to` null keeps where it moved to; neither
 * ends its skip.
 */
export interface SlotException extends OccurrenceKey {
  reason: SkipReason | null
  moved_to: Instant | null
  /** The recess that skips it; of any other reason absent or null. */
  recess_id?: Uuid | null
  /** Of the end of a skip, as an undo: the operations one of which wrote it. Absent: whoever did. */
  ops?: readonly Uuid[]
}

/**
 * What becomes of an answer to an occurrence whose slot another device has changed since the agenda was read: nothing
 * is written, or it follows to the slot that replaced it, else has none.
 */
export type SlotChanged = 'refuse' | 'follow'

/** Where a planned occurrence had moved to as the coach saw it. */
interface SeenOccurrence {
  slot_moved_to?: Instant | null
}

export interface ExceptionPlan {
  add: readonly (SlotException & SeenOccurrence)[]
  remove?: readonly (OccurrenceKey & SeenOccurrence)[]
  /** Absent: what is skipped and has no slot any more is passed over. */
  slot_changed?: 'refuse'
}

/** One text per occurrence, for keys of lists and maps. */
export const occurrenceKey = ({ slot_id, slot_date }: OccurrenceKey): string => `${slot_id}/${slot_date}`

export type OccurrenceState =
  | 'held'
  | 'cancelled'
  | 'skipped'
  /** Nobody is expected. */
  | 'free'
  | 'upcoming'
  | 'running'
  /** It is over, since at most 7 days. */
  | 'unanswered'
  /** It is over for longer. */
  | 'lapsed'

/** An occurrence that was not answered for longer lapses. */
const UNANSWERED_DAYS = 7

export const endOf = ({ starts_at, minutes }: Pick<Occurrence, 'starts_at' | 'minutes'>): AgendaTime =>
  minutesAfter(starts_at, minutes)

/** When it begins and ends, in the coach's time zone. */
export const timesOf = (occurrence: Pick<Occurrence, 'starts_at' | 'minutes'>) => ({
  start: timeOf(occurrence.starts_at),
  end: timeOf(endOf(occurrence)),
})

/** 'Ana, Bia' or 'Horário livre' */
export const namesOf = ({ students }: Pick<Occurrence, 'students'>): string =>
  students.map(({ name }) => name).join(', ') || 'Horário livre'

/** It began, or begins now. */
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

/** What became of it is known, or waits to be sent. */
export const isAnswered = ({ session_id, reason, pending }: Occurrence): boolean =>
  session_id !== null || reason !== null || pending === true

/** It takes place, or took place, with somebody. */
export const isLesson = (one: Occurrence | AgendaLesson): boolean =>
  one.students.length > 0 && one.cancelled_reason === null && !(isOccurrence(one) && one.reason !== null)

/** It began, and nobody said yet what became of it. */
export const canAnswer = (occurrence: Occurrence, now: Date): boolean =>
  ['running', 'unanswered'].includes(stateOf(occurrence, now))

/** Without a lesson it can be skipped, before and after it; an answer that waits in the outbox counts as given. */
export const canSkip = ({ session_id, reason }: Occurrence): boolean => session_id === null && reason === null
