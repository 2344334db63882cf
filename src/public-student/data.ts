import { inZone, type PlannedLesson } from '@/agreement/planned'
import type { PublicAgreement } from '@/agreement/rules'
import type { Sport } from '@/core/constants'
import type {
  Attendance,
  Instant,
  LocalDate,
  Package,
  Session,
  SessionFeedback,
  Student,
  Told,
  Uuid,
} from '@/core/model'
import { failure, type Result } from '@/core/result'
import type { CoachRules } from '@/credits/plan-types'
import { answerOf, postPublic } from '@/data/public-api'
import { deviceTimeZone } from '@/lib/browser/time-zone'
import type { LedgerFacts } from '@/packages/statement/rules'
import type { CoachPix } from '@/payments/pix/coach-pix'
import { PUBLIC_STUDENT } from './texts'

/** What anybody with the link may read about a student (docs/product.md, 'Public student page'). */
export interface PublicStudentData {
  /** Its id is the link in the address. */
  student: Pick<Student, 'id' | 'name' | 'gender' | 'classe' | 'total_credits' | 'created_at'>
  teacher: { name: string; phone: string | null; sport: Sport }
  /** Newest purchase first. */
  packages: PublicPackage[]
  /** Newest first. */
  sessions: PublicSession[]
  /** Lessons planned for the next four weeks, earliest first. */
  next_lessons: PlannedLesson[]
  /** Hours that are offered to this student, earliest first. */
  openings: PublicOpening[]
  /**
   * Lessons of the last days that the coach has not answered, and those after `next_lessons` up to the last of
   * `openings`; none without any.
   */
  unanswered: PlannedLesson[]
  /** The coach plans lessons in the app, so an empty `next_lessons` means none. */
  uses_agenda: boolean
  /** The newest lines of the statement, newest first. */
  statement: PublicStatementLine[]
  /** The rules for missed lessons; null: none are published. */
  agreement: PublicAgreement | null
  /** Days of validity for a cancelled lesson, by the coach's rule. */
  cancel_extension_days: number
  /** The coach's rule for the package that a lesson takes. */
  package_order: CoachRules['package_order']
  /** The agenda's time zone; the device's if the coach has none. */
  time_zone: string
  /** When this was read, by the device's clock. */
  readAt: number
  /** In BRL. Present only if the coach shows it and something is owed. */
  open?: { amount: number; pix: CoachPix | null }
}

/** `balance_after` is of the student, not of the package. */
export type PublicStatementLine = LedgerFacts & { balance_after: number }

/** An hour that is offered to students: the first who takes it has it (docs/product.md, 'Guests and openings'). */
export interface PublicOpening extends Pick<
  PlannedLesson<Instant>,
  'starts_at' | 'minutes' | 'club' | 'deadline' | 'would_be'
> {
  id: Uuid
  closes_at: Instant
  /** Places that are still free. */
  left: number
  /** This student has a place. */
  taken: boolean
}

export interface PublicPackage extends Pick<
  Package,
  'id' | 'name' | 'total_classes' | 'remaining_classes' | 'purchase_date' | 'expiry_date' | 'status'
> {
  /** If set, days of validity from the first lesson, extensions included. */
  validity_days: number | null
  /** Day of the lesson whose absence, told in time, decides the expiry; null if none does. */
  makeup_day: LocalDate | null
  /** By how many days absences, told in time, make it valid longer; 0 unless there are `openings`. */
  floor_days: number
}

export interface PublicSession
  extends Told, Pick<Session, 'id' | 'day' | 'teacher' | 'notes' | 'cancelled_reason'> {
  /** This student's attendance. */
  attendance: Attendance
  feedback: Pick<SessionFeedback, 'rating' | 'notes' | 'tags' | 'created_at'> | null
  package_assignment: { package_id: Uuid; package_name: string } | null
}

type Planned = 'next_lessons' | 'unanswered'

type PublicAnswerBody =
  // The version of the agreement that begins later has its confirmation beside it.
  | ({ success: true; time_zone: string | null; next_confirmed_at?: Instant | null } & Record<
      Planned,
      PlannedLesson<Instant>[]
    > &
      Omit<PublicStudentData, Planned | 'time_zone' | 'readAt'>)
  | { success: false; error: string }

const isAnswer = (body: unknown): body is PublicAnswerBody =>
  typeof body === 'object' && body !== null && 'success' in body

/** In the agenda's time zone. */
function inAgendaTime(body: Extract<PublicAnswerBody, { success: true }>): PublicStudentData {
  const zone = body.time_zone ?? deviceTimeZone()
  const planned = (name: Planned) => body[name].map((lesson) => inZone(lesson, zone))
  const { agreement, next_confirmed_at: confirmed_at = null } = body
  return {
    ...body,
    agreement: agreement && { ...agreement, next: agreement.next && { ...agreement.next, confirmed_at } },
    time_zone: zone,
    readAt: Date.now(),
    next_lessons: planned('next_lessons'),
    unanswered: planned('unanswered'),
  }
}

declare global {
  /** What the document requested before any of its files was there (`askerOf` in src/build/html.ts), until taken. */
  var studentAsked: { id: string; answer: Promise<Response> } | undefined
}

/** The document's early request, if it was for this link. Can be taken once. */
function begun(id: Uuid): Promise<Response> | null {
  const asked = globalThis.studentAsked
  globalThis.studentAsked = undefined
  return asked?.id === id ? asked.answer : null
}

export const publicStudent = {
  /**
   * The public data of a student, in one request without a login. An unknown or malformed link fails with
   * 'student-not-found', a lost connection with 'network', a bad answer with 'server'.
   *
   * @param signal aborts when the visitor leaves the page; the promise then rejects, unless the document had sent the
   * request.
   */
  get: async (id: Uuid, signal?: AbortSignal): Promise<Result<PublicStudentData>> => {
    const early = begun(id)
    const { status, body } = await (early
      ? answerOf(early)
      : postPublic('rpc/get_student_public_data', { student_uuid: id }, signal ? { signal } : {}))
    if (status === 0) return failure('network', PUBLIC_STUDENT.network)
    if (status === 200 && isAnswer(body)) {
      return body.success
        ? { success: true, data: inAgendaTime(body) }
        : failure('student-not-found', PUBLIC_STUDENT.notFound.title)
    }
    // 400: the id is no UUID (22P02).
    if (status === 400 || status === 404) return failure('student-not-found', PUBLIC_STUDENT.notFound.title)
    const { failed: refused, unexpected } = PUBLIC_STUDENT.service
    // 200 without our data: something between the browser and the database answered.
    return failure('server', status === 200 ? unexpected : refused)
  },
}
