/**
 * The entities (docs/product.md, 'Glossary'). Rows keep the database's column names; form values are camelCase and
 * live in `*.schema.ts`.
 */

export type Uuid = string
/** A calendar day, 'YYYY-MM-DD'. Never a Date, which would shift with the time zone. */
export type LocalDate = string
/** ISO 8601 with an offset, as PostgREST writes it. */
export type Instant = string

export const GENDERS = ['male', 'female'] as const
export type Gender = (typeof GENDERS)[number]

export const STUDENT_TYPES = ['fixed', 'occasional'] as const
export type StudentType = (typeof STUDENT_TYPES)[number]

export const CLASSES = [
  'profissional',
  '1-classe',
  '2-classe',
  '3-classe',
  '4-classe',
  '5-classe',
  '6-classe',
  '7-classe',
] as const
export type Classe = (typeof CLASSES)[number]

export const STUDENT_STATUSES = ['active', 'inactive'] as const
export type StudentStatus = (typeof STUDENT_STATUSES)[number]

export interface Student {
  id: Uuid
  user_id: Uuid
  name: string
  email: string | null
  /** Digits only, with country code. */
  phone: string
  gender: Gender
  type: StudentType
  classe: Classe
  status: StudentStatus
  notes: string | null
  /** Remaining classes of all packages, including expired ones. Maintained by the database. */
  total_credits: number
  /** Increases with every change to this student's packages; plans carry it to detect conflicts. */
  credits_version: number
  /** When the student was anonymised, else null. All anonymised students have the same constant texts. */
  anonymized_at: Instant | null
  /** The public page's id since the link was changed; null: the student's id. */
  link: Uuid | null
  created_at: Instant
  updated_at: Instant
}

/** When a package is valid. */
export interface Validity {
  /** Shown as the start date. */
  purchase_date: LocalDate
  /** The last valid day, extensions included; null while the validity waits for the first lesson. */
  expiry_date: LocalDate | null
  /** The length in days of a validity that begins with the first lesson; null: the sale fixed `expiry_date`. */
  validity_days: number | null
  /** The days of all extensions, which are part of `expiry_date`. */
  extended_days: number
}

export interface Package extends Validity {
  id: Uuid
  user_id: Uuid
  student_id: Uuid
  name: string
  total_classes: number
  /** Credits that lessons took. */
  used_classes: number
  /** Credits that adjustments took, without a lesson. */
  used_outside: number
  remaining_classes: number
  /** In BRL, two decimals. */
  price: number
  payment_date: LocalDate
  status: 'active'
  /** Payments less refunds. Maintained by the database. */
  paid_total: number
  /** `price` less `paid_total`: negative if too much was received. */
  open_amount: number
  /** Marked 'Renovar todo mês'. */
  renews_monthly: boolean
  /** The monthly package that this package renews. */
  renews: Uuid | null
  /** At the sale, before adjustments, discounts and refunds. Maintained by the database. */
  sold_classes: number
  sold_price: number
  created_at: Instant
  updated_at: Instant
}

/** Money received for a package, or given back. */
export interface Payment {
  id: Uuid
  user_id: Uuid
  student_id: Uuid
  package_id: Uuid
  kind: 'payment' | 'refund'
  /** In BRL, above 0. */
  amount: number
  paid_on: LocalDate
  method: PaymentMethod
  payer_name: string | null
  note: string | null
  /** The sale's payment: while it is the only one, it follows the package's price and payment date. */
  own: boolean
  created_at: Instant
}

export const PAYMENT_METHODS = ['pix', 'cash', 'card', 'transfer', 'other'] as const
export type PaymentMethod = (typeof PAYMENT_METHODS)[number]

/** Derived, never stored, because it depends on today (docs/product.md, 'Package status'). */
export type PackageStatus = 'active' | 'consumed' | 'expired'

export const PIX_TYPES = ['cpf', 'cnpj', 'phone', 'email', 'evp'] as const
export type PixType = (typeof PIX_TYPES)[number]

export interface Club {
  id: Uuid
  user_id: Uuid
  name: string
  address: string | null
  phone: string | null
  is_default: boolean
  created_at: Instant
  updated_at: Instant
}

export interface Profile {
  id: Uuid
  name: string
  phone: string | null
  main_sport: string
  /** Which package a lesson takes (docs/product.md, 'Which package a lesson takes'). */
  package_order: 'oldest' | 'expires_first'
  /** Days by which a cancelled lesson extends its package; 0: the coach is asked. */
  cancel_extension_days: number
  /** IANA name of the time zone of the agenda's times; null: not known yet. */
  time_zone: string | null
  /** All four or none. The key is in the canonical form of its type. */
  pix_type: PixType | null
  pix_key: string | null
  pix_name: string | null
  pix_city: string | null
  /** Whether students see on their page what they owe, with the PIX key. */
  show_pix: boolean
  /** The day of the month (1 to 28) on which monthly renewals are due. */
  renewal_due_day: number
  /** The coach has closed 'Primeiros passos'. */
  first_steps_closed: boolean
  /** Replies up to this instant were seen. */
  replies_seen_at: Instant | null
  created_at: Instant
  updated_at: Instant
}

/** What became of a student's place in a lesson (docs/product.md, 'Attendance'). */
export const ATTENDANCES = ['present', 'absent', 'excused', 'cancelled'] as const
export type Attendance = (typeof ATTENDANCES)[number]

/** What a coach can choose for one student. 'cancelled' is for a whole lesson. */
export const CHOSEN_ATTENDANCES = ['present', 'absent', 'excused'] as const satisfies readonly Attendance[]
export type ChosenAttendance = (typeof CHOSEN_ATTENDANCES)[number]

/** Why a lesson did not happen (docs/product.md, 'A lesson that did not happen'). */
export const CANCELLED_REASONS = ['rain', 'coach', 'venue', 'other'] as const
export type CancelledReason = (typeof CANCELLED_REASONS)[number]

export interface Session {
  id: Uuid
  user_id: Uuid
  date: Instant
  /** The local day of the lesson on the device that entered it. */
  day: LocalDate
  teacher: string
  notes: string | null
  /** null: the lesson took place. */
  cancelled_reason: CancelledReason | null
  student_count: number
  unassigned_count: number
  cancelled_count: number
  /** With `slot_date`, the occurrence that this lesson answers; null: none. */
  slot_id: Uuid | null
  slot_date: LocalDate | null
  version: number
  created_at: Instant
  updated_at: Instant
}

export interface SessionFeedback {
  session_id: Uuid
  student_id: Uuid
  /** 1 to 5. */
  rating: number
  notes: string | null
  /** Never shown to the student. */
  private_notes: string | null
  tags: string[]
  club_id: Uuid | null
  created_at: Instant
}

/** What a participant's row keeps of the reply given before the lesson (docs/product.md, 'Replies'). */
export interface Told {
  told_at: Instant | null
  /** The start that the reply was about, even if the lesson's date has changed since. */
  told_for: Instant | null
  told_by: 'student' | 'coach' | null
  /** Whether the reply came in time; null: no version of the agreement judged it. */
  told_outcome: 'kept' | 'late' | null
  /** The agreement's version that judges the lesson; null: none. */
  agreement_version: number | null
  /** The notice that this version asks for. */
  notice_hours?: number | null
}

/** In the order of alerts that were raised at once with equal gravity: a late payment first, as in `creditAction`. */
export const ALERT_TYPES = [
  'payment_overdue',
  'low_credits',
  'expiring_package',
  'expired_package',
  'unassigned_session',
  'no_club_registered',
] as const
export type AlertType = (typeof ALERT_TYPES)[number]
export type AlertPriority = 'high' | 'medium' | 'low'

export interface Alert {
  id: Uuid
  user_id: Uuid
  type: AlertType
  priority: AlertPriority
  student_id: Uuid | null
  session_id: Uuid | null
  package_id: Uuid | null
  student_name: string | null
  /** As the facts were when the alert was written; screens show `shownMessage` (alerts/rules.ts). */
  message: string
  facts: unknown
  /** Names the cause; at most one alert is stored per cause. */
  dedupe_key: string
  /** The coach closed the alert, or its cause ended. */
  resolved: boolean
  /** The cause ended. Only then may the same cause raise a new alert. */
  ended: boolean
  created_at: Instant
}

/** A lesson with its participants and their names. */
export type SessionDetails = Session & { participants: SessionParticipant[] }

/** One student in a lesson: attendance, what pays for it, and feedback. */
export interface SessionParticipant extends Told {
  student_id: Uuid
  attendance: Attendance
  /** null: unassigned ('sem pacote'), or not charged. */
  package_id: Uuid | null
  assigned_at: Instant
  manually_assigned: boolean
  /** null if the student's row could not be read. */
  student_name: string | null
  package: Pick<
    Package,
    'id' | 'name' | 'total_classes' | 'remaining_classes' | 'purchase_date' | 'expiry_date'
  > | null
  feedback: SessionFeedback | null
}

/** One student in a lesson; undefined if not in it. */
export const participantIn = <Row extends { student_id: Uuid }>(
  lesson: { participants: readonly Row[] } | null | undefined,
  studentId: Uuid,
): Row | undefined => lesson?.participants.find(({ student_id }) => student_id === studentId)

export const isUuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)

/** A student with the packages that still have credits. */
export interface StudentWithCredits extends Student {
  packages: (Validity & Pick<Package, 'id' | 'name' | 'remaining_classes'>)[]
  /** The packages with something owed, whether or not they have credits left. */
  open: Pick<Package, 'id' | 'open_amount' | 'payment_date'>[]
}

/** Figures of the profile's summary, computed by the database over all sessions. */
export interface StudentSummary {
  /** Lessons at which the student was present. */
  lessons: number
  /** Absences that were charged. */
  absences: number
  /** One decimal; null without ratings. */
  average_rating: number | null
  last_session_date: Instant | null
  /** Most common first. */
  tags: { tag: string; count: number }[]
  /** The newest 30, oldest first. */
  ratings: { date: Instant; rating: number }[]
}
