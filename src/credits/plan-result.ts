import type { Failure } from '@/core/result'
import type { StudentEffect } from './effects'
import type { ExtensionOffer } from './extensions'
import type { CreditPlan } from './plan-types'

/** What the credit rules answer to an intent: a plan with what it does, or why there is none. */
export type PlanResult = Planned | Failure

export interface Planned {
  success: true
  plan: CreditPlan
  effects: StudentEffect[]
  /** More time that the form offers; absent when there is nothing to extend. */
  offer?: ExtensionOffer
}
