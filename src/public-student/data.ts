import { inZone, type PlannedLesson } from '@/agreement/planned'
import type { PublicAgreement } from '@/agreement/rules'
import type { Sport } from '@/core/constants'
import type {
  Attendance,
  CancelledReason,
  Classe,
  Gender,
  Instant,
  LocalDate,
  Told,
  Uuid,
} from '@/core/model'
import { failure, type Result } from '@/core/result'
import type { CoachRules } from '@/credits/plan-types'
import { answerOf, postPublic } from '@/data/public-api'
import type { LedgerFacts } from '@/packages/statement/rules'
import type { CoachPix } from '@/payments/pix/coach-pix'
import { PUBLIC_STUDENT } from './texts'

/** What anybody with the link may read about a student (docs/product.md, 'Public student page'). */
export interface PublicStudentData {
  student: {
    /** The link that was asked for. */
    id: Uuid
    name: string
    gender: Gender
    classe: Classe
    total_credits: number
    created_at: Instant
  }
  teacher: { name: string; phone: string | null; sport: Sport }
  /** Newest purchase first. */
  packages: PublicPackage[]
  /** Newest first. */
  sessions: PublicSession[]
  /** Planned for the next four weeks, earliest first. */
  next_lessons: PlannedLesson[]
  /** Hours to which this student was asked, earliest first. */
  openings: PublicOpening[]
  /** The coach plans lessons in the app, so that 'none' says something. */
  uses_agenda: boolean
  /** The newest lines of the statement, newest first. */
  statement: PublicStatementLine[]
  /** Of missed lessons; null: the coach has published none. */
  agreement: PublicAgreement | null
  /** What a cancelled lesson gives by the coach's rule. */
  cancel_extension_days: number
  /** Which package a lesson takes, by the coach's rule. */
  package_order: CoachRules['package_order']
  /** The agenda's. */
  time_zone: string
  /** Only if the coach shows it, and something is owed. */
  open?: { amount: number; pix: CoachPix | null }
}

/** `balance_after`: of the student. */
export type PublicStatementLine = LedgerFacts & { balance_after: number }

/** An hour that is offered to students; who takes it first has it (docs/product.md, 'Guests and openings'). */
export interface PublicOpening extends Pick<
  PlannedLesson<Instant>,
  'starts_at' | 'minutes' | 'club' | 'deadline' | 'would_be'
> {
  id: Uuid
  closes_at: Instant
  /** Places that nobody has. */
  left: number
  /** This student has one. */
  taken: boolean
}

export interface PublicPackage {
  id: Uuid
  name: string
  total_classes: number
  remaining_classes: number
  purchase_date: LocalDate
  /** null: the validity begins with the first lesson. */
  expiry_date: LocalDate | null
  /** Not null: so many days from the first lesson. */
  validity_days: number | null
  /** The lesson whose absence, told in time, decides the expiry; null: none does. */
  makeup_day: LocalDate | null
  status: 'active'
}

export interface PublicSession extends Told {
  id: Uuid
  /** Its own, wherever the visitor is. */
  day: LocalDate
  teacher: string
  notes: string | null
  /** The student's own. */
  attendance: Attendance
  /** null: the lesson happened. */
  cancelled_reason: CancelledReason | null
  feedback: { rating: number; notes: string | null; tags: string[]; created_at: Instant } | null
  package_assignment: { package_id: Uuid; package_name: string } | null
}

type PublicAnswerBody =
  | ({ success: true; next_lessons: PlannedLesson<Instant>[] } & Omit<PublicStudentData, 'next_lessons'>)
  | { success: false; error: string }

function isAnswer(body: unknown): body is PublicAnswerBody {
  return typeof body === 'object' && body !== null && 'success' in body
}

/** The time zone is the agenda's. */
function inAgendaTime(body: Extract<PublicAnswerBody, { success: true }>): PublicStudentData {
  const { next_lessons: lessons, ...data } = body
  const { time_zone: zone } = data
  return { ...data, next_lessons: lessons.map((lesson) => inZone(lesson, zone)) }
}

declare global {
  /**
   * What the document asked before any of its files was there (`askerOf` in src/build/html.ts), until `get` takes it.
   */
  var studentAsked: { id: string; answer: Promise<Response> } | undefined
}

/** The request that the document began, if it is about this student. */
function begun(id: Uuid): Promise<Response> | null {
  const asked = globalThis.studentAsked
  globalThis.studentAsked = undefined
  return asked?.id === id ? asked.answer : null
}

export const publicStudent = {
  /**
   * The public data of a student, in one request without a login. An unknown id and an invalid one are both failure
   * 'student-not-found'; a lost connection has its own message.
   *
   * @param signal aborts when the page is left; the promise then rejects, unless the document had begun the request.
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
