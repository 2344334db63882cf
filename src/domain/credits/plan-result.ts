import type { StudentEffect } from './effects'
import type { ExtensionOffer } from './extensions'
import type { CreditPlan } from './plan-types'

/** What the credit rules answer to an intent: a plan with what it does, or why there is none. */
export type PlanResult = Planned | Refusal

export interface Planned {
  ok: true
  plan: CreditPlan
  effects: StudentEffect[]
  /** More time that the form offers; absent when there is nothing to extend. */
  offer?: ExtensionOffer
}

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
  | 'package-used'
  | 'package-full'
  | 'overpaid'
  | 'refund-too-large'
  | 'discount-too-large'
  | 'too-many-to-settle'

export function refuse(reason: RefusalReason, message: string): Refusal {
  return { ok: false, reason, message }
}
