import type { Occurrence } from '@/agenda/rules'
import { timeOf } from '@/agenda/zone'
import {
  ALERT_TYPES,
  type Instant,
  type LocalDate,
  type Package,
  type Student,
  type Uuid,
} from '@/core/model'

/**
 * Which message is asked for, about what and for whom (docs/product.md, 'Messages to students'). Its text is made when
 * it opens, from what is stored then.
 */

/** Kinds of messages: each has a text of its own. Those of the alerts are the alerts' types. */
export const MESSAGE_KINDS = [
  ...ALERT_TYPES,
  'open_amount',
  'lesson_summary',
  'tomorrow_lesson',
  'moved_lesson',
  'cancelled_lesson',
  'opening',
  'student_link',
  'agreement',
] as const
export type MessageKind = (typeof MESSAGE_KINDS)[number]

/** What a summary tells of a lesson: only of this student. */
export interface LessonFeedback {
  rating: number
  tags: readonly string[]
  notes: string | null
}

/** The cause of a preview, which is of no lesson. */
export const SAMPLE = 'sample'

export interface MessageRequest {
  kind: MessageKind
  /** null: to nobody that Voleio knows. */
  student: Pick<Student, 'id' | 'name'> | null
  /** What it is about, under which it is noted that it was opened: the key of an alert, or ids joined by colons. */
  cause: string
  /** The package whose validity, credits or open amount is meant. */
  packageId?: Uuid
  lesson?: { day: LocalDate; time?: string; feedback?: LessonFeedback }
}

/** 'Cobrar': what is open of a package. From the day after its payment date it is the message of the overdue alert. */
export function collectRequest(
  pkg: Pick<Package, 'id' | 'payment_date'>,
  student: MessageRequest['student'],
  today: LocalDate,
): MessageRequest {
  const about = { student, packageId: pkg.id }
  return pkg.payment_date < today
    ? { kind: 'payment_overdue', cause: `payment_overdue:${pkg.id}:${pkg.payment_date}`, ...about }
    : { kind: 'open_amount', cause: pkg.id, ...about }
}

/** 'Enviar resumo': what one student is told of a lesson; null without a feedback. */
export function summaryRequest(
  { id, day, time }: { id: Uuid; day: LocalDate; time: string },
  student: Pick<Student, 'id' | 'name'>,
  feedback: LessonFeedback | undefined,
): MessageRequest | null {
  if (feedback === undefined) return null
  const { rating, tags, notes } = feedback
  return {
    kind: 'lesson_summary',
    student,
    cause: id,
    lesson: { day, time, feedback: { rating, tags, notes } },
  }
}

/** The messages about a lesson, one for each student. `cause`: its id, or slot and day joined by a colon. */
export function lessonRequests(
  kind: 'tomorrow_lesson' | 'moved_lesson' | 'cancelled_lesson',
  { cause, ...lesson }: { cause: string; day: LocalDate; time: string },
  students: readonly Pick<Student, 'id' | 'name'>[],
): MessageRequest[] {
  return students.map((student) => ({ kind, student, cause, lesson }))
}

/** That an hour is offered, one message for each student. */
export const offerRequests = (
  { day, starts_at }: Pick<Occurrence, 'day' | 'starts_at'>,
  opening: Uuid,
  students: readonly Pick<Student, 'id' | 'name'>[],
): MessageRequest[] =>
  students.map(({ id, name }) => ({
    kind: 'opening',
    student: { id, name },
    cause: opening,
    lesson: { day, time: timeOf(starts_at) },
  }))

export const linkRequest = (student: Pick<Student, 'id' | 'name'>): MessageRequest => ({
  kind: 'student_link',
  student,
  cause: student.id,
})

/** The rules of missed lessons, as they are published now. */
export const agreementRequest = (student: Pick<Student, 'id' | 'name'>, version: number): MessageRequest => ({
  kind: 'agreement',
  student,
  cause: String(version),
})

/**
 * What a message says of a planned lesson, as `lessonRequests` takes it: in the coach's time zone, after it moved too.
 */
export const plannedLesson = ({
  slot_id,
  slot_date,
  day,
  starts_at,
}: Pick<Occurrence, 'slot_id' | 'slot_date' | 'day' | 'starts_at'>) => ({
  cause: `${slot_id}:${slot_date}`,
  day,
  time: timeOf(starts_at),
})

/** That a message was opened: for whom, about what, and when last. Never its text. */
export interface Notice {
  kind: string
  student_id: Uuid | null
  cause: string
  opened_at: Instant
}

const keyOf = (kind: string, student: Uuid | null, cause: string) => `${kind} ${student ?? ''} ${cause}`

/** When messages were opened last, by `openedAt`. */
export type OpenedMessages = ReadonlyMap<string, Instant>

export function openedMessages(notices: readonly Notice[]): OpenedMessages {
  return new Map(
    notices.map((notice) => [keyOf(notice.kind, notice.student_id, notice.cause), notice.opened_at]),
  )
}

/** When this message was opened last; null: never, or before `since`. */
export function openedAt(
  opened: OpenedMessages | undefined,
  { kind, student, cause }: MessageRequest,
  since?: Instant,
): Instant | null {
  const at = opened?.get(keyOf(kind, student?.id ?? null, cause))
  if (at === undefined || (since !== undefined && Date.parse(at) < Date.parse(since))) return null
  return at
}
