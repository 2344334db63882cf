import type { SkipReason, SlotException } from '@/agenda/rules'
import type { AgendaTime } from '@/agenda/zone'
import type {
  CancelledReason,
  ChosenAttendance,
  Instant,
  LocalDate,
  Package,
  Payment,
  PaymentMethod,
  Uuid,
  Validity,
} from '@/core/model'
import type { PackageDialogValues } from '@/packages/package.schema'
import type { ChosenCharge } from './charge'
import type { PackageFacts, SessionFacts, SoldAs } from './plan-types'

/**
 * What a coach wants of a session or a package, complete as entered. A pending intent is planned anew each time it is
 * sent, so it holds no versions, and no packages but those that the coach chose.
 *
 * The lesson's local day decides which packages are valid for it. So an intent carries, beside the instant, the local
 * day on the device where the lesson was entered, whatever device or time zone sends the intent later.
 */

/** The coach's feedback about one student in one session. */
export interface FeedbackEntry {
  /** 1 to 5. */
  rating: number
  notes: string | null
  /** Only the coach reads these. Absent: the stored ones stay. */
  privateNotes?: string | null | undefined
  tags: readonly string[]
  /** Absent: the stored club stays; new feedback gets the default club. */
  clubId?: Uuid | null
}

/** One student of a session, as the coach wants it. An absent field was not touched. */
export interface Participant {
  studentId: Uuid
  /** Absent: the attendance stays; a student who is added, or whose lesson is no longer cancelled, is present. */
  attendance?: ChosenAttendance
  /**
   * The charge chosen by hand. Absent: a student who was in the session keeps the charge, and an added student is
   * charged by the rule.
   */
  charge?: ChosenCharge
  /**
   * Absent: stored feedback stays; a student added in an edit gets default feedback, a participant of a new lesson
   * none. null: 'Sem feedback'.
   */
  feedback?: FeedbackEntry | null
}

/**
 * More time for each package that gets its credit back, or keeps the credit that the lesson would have taken
 * (docs/product.md, 'More time').
 */
export interface Extension {
  /** 1 to 365. */
  days: number
  /** Absent: the reason says why the credit was not used. */
  reason?: string
}

/** The operation id: one per intent of the coach, kept across retries and re-plans. */
type Operation = { opId: Uuid }

interface Intent extends Operation {
  /** For a new lesson the client makes this id. */
  sessionId: Uuid
}

/** An intent about a stored session. `expectedVersion`: the version that the coach saw; absent: the newest. */
export type EditIntent = Intent & { expectedVersion?: number | undefined }

export interface RegistrationIntent extends Intent {
  date: Instant
  /** The day of `date` on the device where it was entered. */
  lessonDay: LocalDate
  teacher: string
  notes: string | null
  /** Why the lesson did not happen. If present, attendance and feedback of the participants do not count. */
  cancelledReason?: CancelledReason
  extension?: Extension
  participants: readonly Omit<Participant, 'charge'>[]
  /** The occurrence that this lesson answers. */
  slot?: AnsweredSlot
  /** Lessons that the coach called different ones (docs/product.md, 'The same lesson twice'). */
  beside?: readonly Uuid[]
  /**
   * For a one-tap answer: a student who told not to come, as far as known when this is sent, is absent or excused as
   * the agreement judges it. An attendance that the coach chose stands, and a student who was given stars is present.
   */
  takesReplies?: true
  /**
   * Students whom the coach excuses although their 'Não vou' was late. A student who comes after all is present
   * nevertheless.
   */
  excused?: readonly Uuid[]
  /** For a lesson registered in the form: the students whose 'Não vou' the coach saw there. */
  knownReplies?: readonly Uuid[]
  /** The guests whom the coach saw: the result does not name one of them whom the coach leaves out. */
  knownGuests?: readonly Uuid[]
}

/** An occurrence as the coach saw it. */
interface AnsweredSlot {
  slotId: Uuid
  slotDate: LocalDate
  /**
   * The time to which the occurrence had moved; null if it had not. If it is elsewhere now, the coach answered another
   * hour.
   */
  movedTo: Instant | null
}

/** The coach's note of what a student said about an occurrence (docs/product.md, 'Replies'). */
export interface ReplyIntent {
  slot: Pick<AnsweredSlot, 'slotId' | 'slotDate'>
  startsAt: AgendaTime
  studentId: Uuid
  /** null takes the note back. */
  reply: 'not_coming' | null
  toldAt: Instant
  /** The entry of the note that is taken back, if this device has not read that note since: it may have arrived. */
  noted?: Uuid | undefined
}

/** Makes a lesson without a slot the lesson of an occurrence. No credit moves. */
export type LinkIntent = EditIntent & { slot: AnsweredSlot; begins: Instant }

/** An occurrence that does not happen. */
export interface SkippedOccurrence extends AnsweredSlot {
  /** The local day on which the occurrence would have begun: a package is extended once for a day. */
  day: LocalDate
  startsAt: AgendaTime
  /** The students whose packages may get more time. */
  studentIds: readonly Uuid[]
}

export interface SkipIntent extends Operation {
  occurrences: readonly SkippedOccurrence[]
  reason: SkipReason
  extension?: Extension
}

export interface SessionEditIntent extends EditIntent {
  expectedVersion: number
  /** The lesson's day after the edit. */
  lessonDay: LocalDate
  /** Absent: unchanged. */
  date?: Instant
  teacher?: string
  notes?: string | null
  /** null: the lesson happened after all. */
  cancelledReason?: CancelledReason | null
  extension?: Extension
  /** Everyone in the session after the edit. The edit removes a participant who is missing here. */
  participants: readonly Participant[]
}

export type AssignmentIntent = EditIntent & { lessonDay: LocalDate; studentId: Uuid; packageId: Uuid }

export interface FeedbackEditIntent extends EditIntent {
  studentId: Uuid
  /** Absent `notes`: the stored notes stay. */
  feedback: Omit<FeedbackEntry, 'notes'> & { notes?: string | null }
  /** The fields that the coach tapped; the others of a stored feedback stay. Absent: `feedback` counts as a whole. */
  tapped?: Partial<Pick<FeedbackEntry, 'rating' | 'tags'>>
  /** When the lesson begins: what waits tells it. */
  at?: AgendaTime
}

/** A new attendance for one student of a registered lesson. */
export type AttendanceIntent = EditIntent & { studentId: Uuid; attendance: ChosenAttendance }

export type DeletionIntent = EditIntent & { extension?: Extension }

/** Cancels lessons of one day. */
export interface DayCancellationIntent extends Operation {
  sessions: readonly { sessionId: Uuid; expectedVersion: number }[]
  /** Planned lessons, which are skipped. */
  occurrences?: readonly SkippedOccurrence[]
  reason: CancelledReason
  extension?: Extension
}

/** A lesson as it was before a change. */
export type SessionSnapshot = SessionFacts

/** What it takes to undo a change of lessons (docs/product.md, 'Undo'). */
export interface LessonUndo {
  lessons: readonly {
    sessionId: Uuid
    /** null: the change registered it. */
    before: SessionSnapshot | null
    /** The lesson's version after the change; null: the change deleted it. */
    version: number | null
    /** The change was about these students alone: its undo keeps what this device has done about others since. */
    students?: readonly Uuid[]
  }[]
  /** Skips that the undo ends or brings back. */
  skips?: readonly SlotException[]
}

export interface RestoreIntent extends Operation, LessonUndo {}

type PackageIntent = Operation & { packageId: Uuid; studentId: Uuid }

export interface SaleIntent extends PackageIntent {
  values: PackageDialogValues
  /** null: nothing was received yet. */
  payment: { id: Uuid; amount: number; method: PaymentMethod; paidOn: LocalDate } | null
  /** The monthly package that this sale renews. */
  renews?: Uuid
  /** Refused ('package-not-found') unless that package is still marked. */
  onlyMarked?: true
  /** Lessons without a package that the new package pays for. */
  settle: readonly { sessionId: Uuid; expectedVersion: number }[]
  /** The lessons that the coach ticked; null: the coach changed no tick, so the oldest are settled. */
  ticked?: readonly Uuid[] | null
}

export type UndoSaleIntent = PackageIntent & { settled: readonly Uuid[]; expected: SoldAs }

/** A package as the coach saw it, because the facts leave out packages without credits. */
export type SeenPackage = Validity & Pick<Package, 'name' | 'total_classes' | 'used_outside'>

/** More or fewer credits, apart from lessons. Undoing it is the same intent under another operation id. */
export interface AdjustIntent extends PackageIntent {
  /** The package before the adjustment. */
  seen: SeenPackage
  delta: number
  reason: string
}

/** Takes back an extension that was given by hand. `used`, of an undo: the credits that were used before it. */
export type TakeBackIntent = PackageIntent & { seen: SeenPackage; extensionId: Uuid; used?: number }

/** More time for one package, by hand. */
export type ExtendIntent = Omit<TakeBackIntent, 'used'> & {
  seen: Pick<PackageFacts, 'used_classes'>
  days: number
  reason: string
}

/** A package's money as the coach saw it, with its `name` for the alert. */
export type SeenMoney = Pick<Package, 'name' | 'price' | 'paid_total' | 'payment_date'>

/** A payment or a refund that the coach enters or, with `own`, that an undo restores. The device makes its id. */
export type NewPayment = Pick<
  Payment,
  'id' | 'kind' | 'amount' | 'paid_on' | 'method' | 'payer_name' | 'note'
> &
  Partial<Pick<Payment, 'own'>>

/** Money received, given back, corrected or forgiven after the sale (docs/product.md, 'Payments'). */
export interface PaymentIntent extends PackageIntent {
  seen: SeenMoney
  add?: readonly NewPayment[]
  /** Payments to remove. A correction removes the old payment and adds the corrected one. */
  remove?: readonly NewPayment[]
  /** The new price. */
  price?: number
  /** The new day on which the rest is due. */
  paymentDate?: LocalDate
  /** The credits that a refund takes out of the package. */
  adjust?: Pick<AdjustIntent, 'seen' | 'delta' | 'reason'>
  /** What the coach typed, where price and credits were computed from it: a repeat is compared by this. */
  typed?: object
}
