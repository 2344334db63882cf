import type { AssignmentFacts, CreditPlan, LessonPlan } from '@/credits/plan-types'

/** A plan of one lesson, written for short. */
export type SessionPlan = Omit<LessonPlan, 'remove_feedbacks' | 'assignments'> &
  Pick<CreditPlan, 'op_id' | 'based_on' | 'alerts'> & {
    /** Present, unless another attendance is named or the lesson was cancelled. */
    assignments: (Omit<AssignmentFacts, 'attendance'> & Partial<AssignmentFacts>)[]
  }

export function wholePlan({ op_id, based_on, alerts, ...lesson }: SessionPlan): CreditPlan {
  const attendance = lesson.session.cancelled_reason ? 'cancelled' : 'present'
  const assignments = lesson.assignments.map((row) => ({ attendance, ...row }) as const)
  return {
    op_id,
    based_on,
    lessons: [{ ...lesson, assignments, remove_feedbacks: [] }],
    packages: [],
    extensions: { add: [], take_back: [] },
    alerts,
  }
}

/** The plan as the app sends it. */
export const asSent = (plan: object): object => (isFlat(plan) ? wholePlan(plan) : plan)

const isFlat = (plan: object): plan is SessionPlan => 'op_id' in plan && 'session' in plan
