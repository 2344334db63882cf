import type { StudentEffect } from './effects'
import type { SessionPlan } from './plan-types'

/** What the credit rules answer to an intent: a plan with what it does, or why there is none. */
export type PlanResult = { ok: true; plan: SessionPlan; effects: StudentEffect[] } | Refusal

export interface Refusal {
  ok: false
  reason: RefusalReason
  message: string
}

export type RefusalReason =
  | 'no-students'
  | 'student-twice'
  | 'in-future'
  | 'session-not-found'
  | 'student-not-found'
  | 'package-not-found'
  | 'package-empty'
  | 'assignment-not-found'

export function refuse(reason: RefusalReason, message: string): Refusal {
  return { ok: false, reason, message }
}
