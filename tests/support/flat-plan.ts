import type { AssignmentFacts, CreditPlan, LessonPlan } from '@/domain/credits/plan-types'

/** A lesson's plan as versions sent it that knew no attendance: a tab that is open since then still does. */
export type SessionPlan = Omit<LessonPlan, 'remove_feedbacks' | 'assignments'> &
  Pick<CreditPlan, 'op_id' | 'based_on' | 'alerts'> & {
    assignments: (Omit<AssignmentFacts, 'attendance'> & Partial<AssignmentFacts>)[]
  }
