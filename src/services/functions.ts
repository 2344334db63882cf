import type { PostgrestSingleResponse } from '@supabase/supabase-js'
import type { AlertPlan, CreditFacts, SessionPlan } from '@/domain/credit-plan'
import type { DashboardStats } from '@/domain/dashboard'
import type { Instant, LocalDate, Session, StudentSummary, Uuid } from '@/domain/model'
import type { Client } from './supabase'

/**
 * The functions of the database that a signed-in coach may call. Their arguments and answers are JSON, which the
 * generated types cannot describe: the contract is written here, once, and pinned by tests/services.
 */
interface Functions {
  get_credit_facts: {
    args: { student_ids: Uuid[] | null; session_id: Uuid | null }
    answer: CreditFacts
  }
  apply_session_plan: {
    args: { plan: SessionPlan }
    /** `session` is null after a deletion, and when a repeat finds that the lesson was deleted since. */
    answer: { replayed: boolean; session: Session | null }
  }
  apply_alert_plan: { args: { plan: AlertPlan }; answer: null }
  get_dashboard_stats: {
    args: { day_start: Instant; day_end: Instant; month_start: LocalDate }
    answer: DashboardStats
  }
  get_student_summary: { args: { student_uuid: Uuid }; answer: StudentSummary }
  delete_student: { args: { student_uuid: Uuid }; answer: { students: number; lessons: number } }
}

type Answer<Name extends keyof Functions> = PostgrestSingleResponse<Functions[Name]['answer']>
type Untyped = (name: string, args: object) => unknown

/** Calls a function of the database, with its contract's types. */
export function call<Name extends keyof Functions>(
  client: Client,
  name: Name,
  args: Functions[Name]['args'],
): PromiseLike<Answer<Name>> {
  const rpc = client.rpc.bind(client) as Untyped
  return rpc(name, args) as PromiseLike<Answer<Name>>
}
