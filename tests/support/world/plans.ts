import { describeEffect } from '@/credits/effects'
import type { AssignmentIntent, DeletionIntent, FeedbackEditIntent, RestoreIntent } from '@/credits/intents'
import { planRestore } from '@/credits/plan-restore'
import {
  planAssignment,
  planDeletion,
  planFeedbackEdit,
  planRegistration,
  planSessionEdit,
} from '@/credits/plan-session'
import type { CreditFacts, LessonPlan, PlanResult } from '@/credits/plan-types'
import { NOW, assignmentIntent, creditFacts, editIntent, registrationIntent } from './facts'

/**
 * Plans of the credit rules for a lesson of `facts.ts`: each result has the plan, its first lesson, and the lines that
 * tell its effects.
 */

export function accepted(result: PlanResult) {
  if (!result.success) throw new Error(`Refused: ${result.message}`)
  const [lesson] = result.plan.lessons
  if (!lesson) throw new Error('A plan without a lesson')
  const keys = ({ plan }: typeof result) => plan.alerts.raise.map(({ dedupe_key }) => dedupe_key)
  return { ...result, lesson, raised: keys(result), lines: result.effects.flatMap(describeEffect) }
}

export const register = (
  intent: Parameters<typeof registrationIntent>[0] = {},
  facts: Partial<CreditFacts> = {},
) => accepted(planRegistration(registrationIntent(intent), creditFacts(facts), NOW))

export const edit = (intent: Parameters<typeof editIntent>[0] = {}, facts: Partial<CreditFacts> = {}) =>
  accepted(planSessionEdit(editIntent(intent), creditFacts(facts), NOW))

export const assign = (intent: Partial<AssignmentIntent>, facts: Partial<CreditFacts>) =>
  accepted(planAssignment(assignmentIntent(intent), creditFacts(facts), NOW))

export const remove = (intent: Partial<DeletionIntent>, facts: Partial<CreditFacts>) =>
  accepted(planDeletion({ opId: 'op5', sessionId: 'l1', ...intent }, creditFacts(facts), NOW))

export const RATING: FeedbackEditIntent = {
  opId: 'op4',
  sessionId: 'l1',
  studentId: 's1',
  feedback: { rating: 2, notes: 'Melhorou', tags: ['Voleio'] },
}

export const rate = (facts: Partial<CreditFacts>) =>
  accepted(planFeedbackEdit(RATING, creditFacts(facts), NOW))

export const restore = (intent: Partial<RestoreIntent>, facts: Partial<CreditFacts>) =>
  accepted(planRestore({ opId: 'op7', lessons: [], ...intent }, creditFacts(facts), NOW))

/** A plan that updates a lesson and changes nothing but `overrides`. */
export const untouched = (op_id: string, overrides: Partial<LessonPlan> = {}) => ({
  op_id,
  based_on: [],
  lessons: [
    {
      op: 'update',
      session: { id: 'l1' },
      expected_version: 3,
      remove_students: [],
      participants: [],
      ...overrides,
    },
  ],
  packages: [],
  extensions: { add: [], take_back: [] },
  alerts: { raise: [], end: [] },
})
