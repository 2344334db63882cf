import type { AgendaAnswer, OccurrenceKey } from '@/agenda/rules'
import type { SlotPlan } from '@/agenda/slots'
import type { Reply } from '@/agreement/replies'
import type { Agreement, NewAgreement } from '@/agreement/rules'
import type {
  Instant,
  LocalDate,
  Package,
  Session,
  SessionParticipant,
  StudentSummary,
  Uuid,
} from '@/core/model'
import type { Applied, Released, Effects } from '@/credits/applied'
import type { SalePlan } from '@/credits/plan-package'
import type { PaymentPlan } from '@/credits/plan-payment'
import type { AlertPlan, CreditFacts, CreditPlan } from '@/credits/plan-types'
import type { ChartFigures, DashboardStats } from '@/dashboard/rules'
import type { Expected, Offer, Offered } from '@/openings/rules'
import type { StatementPage } from '@/packages/statement/rules'
import type { FinanceFigures, WaitingPackage } from '@/payments/finance/rules'
import type { ExportedData, StudentExportDocument } from '@/rights/export.schema'
import type { AnonymizedStudent, ImportOutcome, RemovalChoice, RemovalPreview } from '@/rights/rules'
import type { ImportPlan } from '@/students/import/rows'
import type { Database } from './database.types'

/** A session with its participants, as the API nests it. */
export type SessionRow = Session & { session_package_assignments: AttendanceRow[] }

export type AttendanceRow = Omit<SessionParticipant, 'student_name'> & { student: { name: string } | null }

/** A plan with the hash of what the coach entered (`contentHash`), which reveals a repeat with different content. */
type Entered<Plan> = Plan & { content: string }

/** `starts_at`: the start that this device knows, by which the note follows to a slot that replaced this one. */
interface ReplyNote {
  op_id: Uuid
  slot_id: Uuid
  slot_date: LocalDate
  student_id: Uuid
  reply: 'not_coming' | null
  /** null: now. */
  told_at: Instant | null
  starts_at: Instant
  /** The operation that made the note which is taken back. */
  note_op?: Uuid
}

/** A student at one occurrence, and the operation that changes what is known of it. */
export type Seat = { slot: Uuid; slot_date: LocalDate; student: Uuid; op: Uuid }

/** The student's reply that counts now, and what the note changed in a registered lesson. */
interface ReplyNoted {
  reply: Reply<Instant> | null
  /** The place of a student who comes after all was offered; absent from the answer to a repeat. */
  offered?: boolean
  effects: Effects
}

export interface AppliedPlan extends Applied {
  released: Released[]
  /** The plan's first lesson; null after a deletion, and when a repeat finds that the lesson was deleted since. */
  session: Session | null
  /** The plan's lessons that still exist, as stored. */
  sessions: Session[]
}

/** `package` is null when a repeat finds that it was deleted since. */
type AppliedToPackage = Applied & { package: Package | null }

/**
 * The database functions that a signed-in coach may call. Arguments and results are JSON, which the generated types
 * cannot describe; this is the contract, pinned by tests/services.
 */
interface Functions {
  get_credit_facts: {
    Args: {
      student_ids: readonly Uuid[] | null
      session_id: Uuid | null
      session_ids?: readonly Uuid[]
      occurrences?: readonly (OccurrenceKey & { starts_at?: Instant })[]
    }
    Returns: CreditFacts
  }
  apply_session_plan: { Args: { plan: Entered<CreditPlan> }; Returns: AppliedPlan }
  sell_package: { Args: { sale: Entered<SalePlan> }; Returns: AppliedToPackage }
  apply_payment_plan: { Args: { plan: Entered<PaymentPlan> }; Returns: AppliedToPackage }
  import_students: {
    Args: { plan: ImportPlan }
    /** How much of the plan exists now. */
    Returns: { replayed: boolean; students: number; packages: number; credits: number }
  }
  get_credit_statement: {
    Args: {
      student_uuid: Uuid
      package_uuid: Uuid | null
      today: LocalDate
      /** Instants [since, until); null is open. */
      since: Instant | null
      until: Instant | null
      /** The id of a line; null begins with the newest. */
      before: number | null
      page_size: number
    }
    Returns: StatementPage
  }
  apply_alert_plan: { Args: { plan: AlertPlan }; Returns: undefined }
  record_notice: { Args: { kind: string; student: Uuid | null; cause: string }; Returns: Instant }
  get_dashboard_stats: {
    Args: { day_start: Instant; day_end: Instant; month_start: LocalDate }
    Returns: DashboardStats
  }
  get_dashboard_charts: {
    /** Each list has one start more than there are periods: the last one ends the last period. */
    Args: { week_starts: Instant[]; month_starts: Instant[]; month_days: LocalDate[] }
    Returns: ChartFigures
  }
  get_finance: {
    /** One start more than there are months: the last one ends the last month. */
    Args: { month_days: LocalDate[]; today: LocalDate }
    Returns: FinanceFigures
  }
  get_monthly_renewals: { Args: { month: LocalDate }; Returns: WaitingPackage[] }
  get_server_time: { Args: Record<PropertyKey, never>; Returns: Instant }
  get_sessions_page: {
    /** Instants [since, until); null is open. */
    Args: {
      page: number
      page_size: number
      since: Instant | null
      until: Instant | null
      unassigned_only: boolean
      cancelled_only?: boolean
    }
    Returns: { total: number; items: SessionRow[] }
  }
  get_agenda: { Args: { from_day: LocalDate; to_day: LocalDate }; Returns: AgendaAnswer }
  apply_slot_plan: { Args: { plan: Entered<SlotPlan> }; Returns: Applied & { released: Released[] } }
  rotate_agenda_token: { Args: Record<PropertyKey, never>; Returns: string }
  get_student_sessions_page: {
    Args: { student_uuid: Uuid; page: number; page_size: number; with_feedback: boolean }
    Returns: { total: number; items: SessionRow[] }
  }
  get_student_summary: { Args: { student_uuid: Uuid }; Returns: StudentSummary }
  delete_student: {
    Args: { student_uuid: Uuid; erase_group_notes: boolean; seen: RemovalChoice['seen'] }
    Returns: { students: number; lessons: number }
  }
  anonymize_student: {
    Args: { student_uuid: Uuid; erase_group_notes: boolean; replace_mentions?: boolean }
    Returns: AnonymizedStudent
  }
  preview_student_removal: { Args: { student_uuid: Uuid }; Returns: RemovalPreview }
  export_my_data: { Args: Record<PropertyKey, never>; Returns: ExportedData }
  export_student_data: {
    Args: { student_uuid: Uuid; with_private_notes: boolean }
    Returns: StudentExportDocument
  }
  save_agreement: { Args: { agreement: NewAgreement }; Returns: Agreement }
  end_agreement: { Args: { seen: number }; Returns: undefined }
  record_reply: { Args: { reply: ReplyNote }; Returns: ReplyNoted }
  add_guest: { Args: Seat & { start: Instant }; Returns: Expected | null }
  remove_guest: { Args: Seat; Returns: Expected | null }
  open_places: { Args: { opening: Offer }; Returns: Offered }
  close_opening: { Args: { opening: Uuid }; Returns: undefined }
  void_reply: { Args: Seat & { start: Instant }; Returns: ReplyNoted }
  get_student_link: { Args: { student: Uuid }; Returns: Uuid }
  rotate_student_link: { Args: { student: Uuid }; Returns: Uuid }
  import_my_data: { Args: { document: ExportedData; op_id: Uuid }; Returns: ImportOutcome }
  delete_my_account: { Args: Record<PropertyKey, never>; Returns: undefined }
}

/** The generated types, with the contract above. */
export type TypedDatabase = Omit<Database, 'public'> & {
  public: Database['public'] & { Functions: Pick<Functions, keyof Functions> }
}
