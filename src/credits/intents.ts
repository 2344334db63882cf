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
} from '@/core/model'
import type { PackageDialogValues } from '@/packages/package.schema'
import type { ChosenCharge } from './charge'
import type { PackageFacts, SessionFacts, SoldAs } from './plan-types'

/**
 * What a coach wants of a session or a package, complete as it was entered. A pending intent is planned anew each time
 * it is sent, so it holds no versions and no packages but those that the coach chose.
 *
 * The lesson's local day decides which packages are valid for it, so an intent carries that day beside the instant: the
 * day on the coach's device when it was entered, whatever device or time zone sends it later.
 */

/** What a coach says about one student in one session. */
export interface FeedbackEntry {
  /** 1 to 5. */
  rating: number
  notes: string | null
  /** Only the coach reads them. Absent: as they are. */
  privateNotes?: string | null | undefined
  tags: readonly string[]
  /** Absent: what it was, or the default club for new feedback. */
  clubId?: Uuid | null
}

/** One student of a session, as the coach wants it. What is absent was not touched. */
export interface Participant {
  studentId: Uuid
  /** Absent: as it is; present for who comes in, or comes back from a cancelled lesson. */
  attendance?: ChosenAttendance
  /** Chosen by hand. Absent: who was in the session keeps the charge, an added student is charged by the rule. */
  charge?: ChosenCharge
  /**
   * Absent: stored feedback stays. A student added when registering gets none; one added in an edit gets the default.
   * null: 'Sem feedback'.
   */
  feedback?: FeedbackEntry | null
}

/**
 * More time, for every package that a credit comes back to or that a lesson would have used
 * (docs/product.md, 'More time').
 */
export interface Extension {
  /** 1 to 365. */
  days: number
  /** Absent: why the credit was not used. */
  reason?: string
}

/** One per intent of the coach, kept across retries and re-plans. */
interface Operation {
  opId: Uuid
}

interface Intent extends Operation {
  /** Made by the client. */
  sessionId: Uuid
}

/** An intent of a person who saw the session in this version; absent, the newest version is taken. */
export interface EditIntent extends Intent {
  expectedVersion?: number | undefined
}

export interface RegistrationIntent extends Intent {
  date: Instant
  /** The day of `date` on the device where it was entered. */
  lessonDay: LocalDate
  teacher: string
  notes: string | null
  /** The lesson did not happen; then nobody's attendance or feedback counts. */
  cancelledReason?: CancelledReason
  extension?: Extension
  participants: readonly Omit<Participant, 'charge'>[]
  /** The occurrence of the agenda that this lesson is. */
  slot?: AnsweredSlot
  /** Lessons close to it, with somebody of it, of which the coach said that they are others. */
  beside?: readonly Uuid[]
  /**
   * A one-tap answer: who told not to come, as far as it is known when this is sent, is absent as the agreement judges
   * it. What the coach chose for somebody stands, and who was given stars was there.
   */
  takesReplies?: true
  /** And whom of them the coach excuses who told it late; who comes after all is not. */
  excused?: readonly Uuid[]
  /** Of who is registered by hand: those of whom the coach saw that they had told not to come. */
  knownReplies?: readonly Uuid[]
  /** And who comes on that day only, as the coach saw it: whoever is left out of them is no news. */
  knownGuests?: readonly Uuid[]
}

/** An occurrence of the agenda as the coach saw it. */
interface AnsweredSlot {
  slotId: Uuid
  slotDate: LocalDate
  /** Where it had moved to. Once it is elsewhere, it is not what the coach answered. */
  movedTo: Instant | null
}

/** What the coach notes of a student's word about an occurrence (docs/product.md, 'Replies'). */
export interface ReplyIntent {
  slot: Pick<AnsweredSlot, 'slotId' | 'slotDate'>
  startsAt: AgendaTime
  studentId: Uuid
  /** null takes the note back. */
  reply: 'not_coming' | null
  toldAt: Instant
}

/** A lesson without a slot is that of an occurrence: no credit moves. */
export interface LinkIntent extends EditIntent {
  slot: AnsweredSlot
  /** When the occurrence begins. */
  begins: Instant
}

/** An occurrence of the agenda that does not happen. */
export interface SkippedOccurrence extends AnsweredSlot {
  /** The local day on which it would have been: more time is given once for a day. */
  day: LocalDate
  /** When it would have begun. */
  startsAt: AgendaTime
  /** Whose packages may get more time. */
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
  /** null: it happened after all. */
  cancelledReason?: CancelledReason | null
  extension?: Extension
  /** Everyone in the session after the edit; who is missing is removed. */
  participants: readonly Participant[]
}

export interface AssignmentIntent extends EditIntent {
  lessonDay: LocalDate
  studentId: Uuid
  packageId: Uuid
}

export interface FeedbackEditIntent extends EditIntent {
  studentId: Uuid
  /** Without notes they stay as they are. */
  feedback: Omit<FeedbackEntry, 'notes'> & { notes?: string | null }
  /** What was tapped of it: the rest of a feedback that is stored stays as it is. Absent: all of it is meant. */
  tapped?: Partial<Pick<FeedbackEntry, 'rating' | 'tags'>>
}

/** Who came, said of one student of a lesson that is registered. */
export interface AttendanceIntent extends EditIntent {
  studentId: Uuid
  attendance: ChosenAttendance
}

export interface DeletionIntent extends EditIntent {
  extension?: Extension
}

/** Lessons of one day that do not happen. */
export interface DayCancellationIntent extends Operation {
  sessions: readonly { sessionId: Uuid; expectedVersion: number }[]
  /** Planned ones, which have no lesson yet. */
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
    /** The version that the change left; null: it deleted the lesson. */
    version: number | null
    /** The change was of these students alone: what this device did about others since stays. */
    students?: readonly Uuid[]
  }[]
  /** Skips to end, or to bring back. */
  skips?: readonly SlotException[]
}

export interface RestoreIntent extends Operation, LessonUndo {}

/** An intent about one package of a student. */
interface PackageIntent extends Operation {
  packageId: Uuid
  studentId: Uuid
}

export interface SaleIntent extends PackageIntent {
  values: PackageDialogValues
  /** null: nothing was received yet. */
  payment: { id: Uuid; amount: number; method: PaymentMethod; paidOn: LocalDate } | null
  /** The monthly package that this one follows. */
  renews?: Uuid
  /** Lessons without a package that the new one pays for. */
  settle: readonly { sessionId: Uuid; expectedVersion: number }[]
  /** Which of them the coach chose; null: the oldest. */
  ticked?: readonly Uuid[] | null
}

export interface UndoSaleIntent extends PackageIntent {
  /** The lessons that the sale settled. */
  settled: readonly Uuid[]
  expected: SoldAs
}

/** A package as the coach saw it: the facts leave out packages without credits. */
export type SeenPackage = Pick<
  PackageFacts,
  | 'name'
  | 'total_classes'
  | 'used_outside'
  | 'purchase_date'
  | 'expiry_date'
  | 'validity_days'
  | 'extended_days'
>

/** More or fewer credits, beside the lessons. Undoing it is the same intent under another operation id. */
export interface AdjustIntent extends PackageIntent {
  /** As it was before the adjustment. */
  seen: SeenPackage
  delta: number
  reason: string
}

/** Days of a package that were given by hand, to be taken back. */
export interface TakeBackIntent extends PackageIntent {
  seen: SeenPackage
  extensionId: Uuid
}

/** More time for one package, by hand. */
export interface ExtendIntent extends TakeBackIntent {
  days: number
  reason: string
}

/** A package's money as the coach saw it; with `name`, because an alert names the package. */
export type SeenMoney = Pick<Package, 'name' | 'price' | 'paid_total' | 'payment_date'>

/** A payment or a refund that the coach enters, with `own` one that an undo puts back. Its id is made on the device. */
export type NewPayment = Pick<
  Payment,
  'id' | 'kind' | 'amount' | 'paid_on' | 'method' | 'payer_name' | 'note'
> &
  Partial<Pick<Payment, 'own'>>

/** Money received, given back, corrected or forgiven after the sale (docs/product.md, 'Payments'). */
export interface PaymentIntent extends PackageIntent {
  seen: SeenMoney
  add?: readonly NewPayment[]
  /** With what is added in its place, a removed one is corrected. */
  remove?: readonly NewPayment[]
  /** The price from now on. */
  price?: number
  /** The day on which the rest is due from now on. */
  paymentDate?: LocalDate
  /** With a refund: the credits that it takes out. */
  adjust?: Pick<AdjustIntent, 'seen' | 'delta' | 'reason'>
  /** What was entered, where price and credits follow from it and from what was read. */
  typed?: object
}
