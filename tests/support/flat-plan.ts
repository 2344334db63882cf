import type { Uuid } from '@/core/model'
import type { CreditPlan, LessonPlan, ParticipantPlan, PlaceRow, StoredFeedback } from '@/credits/plan-types'

/** Shorthand for what a plan does to the students of a lesson: who pays how, and who gets which feedback. */
export interface Seats {
  /** An assignment is `present` unless it names another attendance or the lesson was cancelled. */
  assignments?: (Omit<PlaceRow, 'attendance'> & Partial<PlaceRow> & { student_id: Uuid })[]
  feedbacks?: (StoredFeedback & { student_id: Uuid })[]
}

/** Shorthand for a plan of one lesson. */
export type SessionPlan = Omit<LessonPlan, 'participants'> &
  Pick<CreditPlan, 'op_id' | 'based_on' | 'alerts'> &
  Seats

export function participantsOf(
  { assignments = [], feedbacks = [] }: Seats,
  attendance: PlaceRow['attendance'] = 'present',
): ParticipantPlan[] {
  const rows = feedbacks.map(({ student_id, ...feedback }) => ({ student_id, feedback }))
  return [
    ...assignments.map((row) => ({
      attendance,
      ...row,
      ...rows.find(({ student_id }) => student_id === row.student_id),
    })),
    ...rows.filter((row) => assignments.every(({ student_id }) => student_id !== row.student_id)),
  ]
}

export function wholePlan({
  op_id,
  based_on,
  alerts,
  assignments = [],
  feedbacks = [],
  ...lesson
}: SessionPlan): CreditPlan {
  const attendance = lesson.session.cancelled_reason ? 'cancelled' : 'present'
  const participants = participantsOf({ assignments, feedbacks }, attendance)
  return {
    op_id,
    based_on,
    lessons: [{ ...lesson, participants }],
    packages: [],
    extensions: { add: [], take_back: [] },
    alerts,
  }
}

/** The plan as the app sends it, from the shorthand or from a whole plan. */
export const asSent = (plan: object): object => (isFlat(plan) ? wholePlan(plan) : plan)

const isFlat = (plan: object): plan is SessionPlan => 'op_id' in plan && 'session' in plan
