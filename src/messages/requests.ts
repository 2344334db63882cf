import type { Occurrence } from '@/agenda/rules'
import { dayOf, timeOf, type AgendaTime } from '@/agenda/zone'
import {
  ALERT_TYPES,
  type Instant,
  type LocalDate,
  type Package,
  type Student,
  type Uuid,
} from '@/core/model'

/**
 * Requests for messages: kind, student and cause (docs/product.md, 'Messages to students'). The text is made when the
 * message opens, from what is stored then.
 */

/** The kinds of messages, each with its own text. The alerts' types are kinds too. */
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

/** The feedback of one student, which a summary quotes. */
export type LessonFeedback = { rating: number; tags: readonly string[]; notes: string | null }

/** The cause of a preview, which is about no real lesson. */
export const SAMPLE = 'sample'

export interface MessageRequest {
  kind: MessageKind
  /** null: to nobody that Voleio knows. */
  student: Pick<Student, 'id' | 'name'> | null
  /** What the message is about, under which its opening is noted: an alert's key, or ids joined by colons. */
  cause: string
  /** The package whose validity, credits or open amount the message names. */
  packageId?: Uuid
  lesson?: { day: LocalDate; time?: string; feedback?: LessonFeedback }
}

/** 'Cobrar': asks for what is open of a package; after the payment date by the message of the overdue alert. */
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

/**
 * 'Enviar resumo': the summary of a lesson for one student; null without feedback. A lesson that was entered in a zone
 * in which its day was another one has no hour: the agenda's hour belongs to another day.
 */
export function summaryRequest(
  { id, day, at }: { id: Uuid; day: LocalDate; at: AgendaTime },
  student: Pick<Student, 'id' | 'name'>,
  feedback: LessonFeedback | undefined,
): MessageRequest | null {
  if (feedback === undefined) return null
  const { rating, tags, notes } = feedback
  return {
    kind: 'lesson_summary',
    student,
    cause: id,
    lesson: { day, ...(dayOf(at) === day && { time: timeOf(at) }), feedback: { rating, tags, notes } },
  }
}

/** Messages about a lesson, one per student. `cause`: the lesson's id, or slot and day joined by a colon. */
export const lessonRequests = (
  kind: 'tomorrow_lesson' | 'moved_lesson' | 'cancelled_lesson',
  { cause, ...lesson }: { cause: string; day: LocalDate; time: string },
  students: readonly Pick<Student, 'id' | 'name'>[],
): MessageRequest[] => students.map((student) => ({ kind, student, cause, lesson }))

/** Messages that offer an hour, one per student. */
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

/** The text has the rules published when the message opens: the next ones if they are this version. */
export const agreementRequest = (student: Pick<Student, 'id' | 'name'>, version: number): MessageRequest => ({
  kind: 'agreement',
  student,
  cause: String(version),
})

/** A planned lesson as `lessonRequests` takes it: at its present time, also if it moved, in the agenda's time zone. */
export const plannedLesson = ({ slot_id, slot_date, day, starts_at }: Occurrence) => ({
  cause: `${slot_id}:${slot_date}`,
  day,
  time: timeOf(starts_at),
})

/** Notes that a message was opened: kind, student, cause and when last, never the text. */
export type Notice = { kind: string; student_id: Uuid | null; cause: string; opened_at: Instant }

const keyOf = (kind: string, student: Uuid | null, cause: string) => `${kind} ${student ?? ''} ${cause}`

/** When each message was last opened; `openedAt` reads it. */
export type OpenedMessages = ReadonlyMap<string, Instant>

export const openedMessages = (notices: readonly Notice[]): OpenedMessages =>
  new Map(notices.map((notice) => [keyOf(notice.kind, notice.student_id, notice.cause), notice.opened_at]))

/** When this message was last opened; null: never, or before `since`. */
export function openedAt(
  opened: OpenedMessages | undefined,
  { kind, student, cause }: MessageRequest,
  since?: Instant,
): Instant | null {
  const at = opened?.get(keyOf(kind, student?.id ?? null, cause))
  if (at === undefined || (since !== undefined && Date.parse(at) < Date.parse(since))) return null
  return at
}
