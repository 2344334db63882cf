import { randomUUID } from 'node:crypto'
import type { LocalDate, Uuid } from '@/core/model'
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

function participantsOf(
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
  return creditPlan({ op_id, based_on, lessons: [{ ...lesson, participants }], alerts })
}

/** A plan that does nothing but `overrides`. */
export const creditPlan = (overrides: Partial<CreditPlan>): CreditPlan => ({
  op_id: randomUUID(),
  based_on: [],
  lessons: [],
  packages: [],
  extensions: { add: [], take_back: [] },
  alerts: { raise: [], end: [] },
  ...overrides,
})

/** What a plan does with one lesson: by default it creates an empty one at noon of `day`. */
export const lessonOn = (
  day: LocalDate,
  { assignments = [], feedbacks = [], ...overrides }: Partial<LessonPlan> & Seats = {},
): LessonPlan => ({
  op: 'create',
  session: { id: randomUUID(), teacher: 'Ana', date: `${day}T12:00:00Z`, day },
  remove_students: [],
  participants: participantsOf({ assignments, feedbacks }),
  ...overrides,
})

/** The plan as the app sends it, from the shorthand or from a whole plan. */
export const asSent = (plan: object): object => (isFlat(plan) ? wholePlan(plan) : plan)

const isFlat = (plan: object): plan is SessionPlan => 'op_id' in plan && 'session' in plan
