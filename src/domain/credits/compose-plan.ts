import { mergeAlertPlans, planStudentAlerts, reconcile, unassignedDraft } from '@/domain/alerts/alerts'
import type {
  AlertPlan,
  CreditFacts,
  FeedbackInput,
  SessionFacts,
  SessionPlan,
  StudentFacts,
} from './plan-types'
import { toLocalDate } from '@/domain/shared/dates'
import type { LocalDate, Uuid } from '@/domain/shared/model'
import { isExpired } from '@/domain/packages/packages'
import type { EditIntent, PackageEffect, PlanResult, StudentEffect } from './intents'

/** From what was decided about each student of a lesson to the plan that the database applies. */

export type Assignment = Pick<SessionFacts['assignments'][number], 'package_id' | 'manually_assigned'>

/** One student before and after the plan; null: not in the lesson. */
export interface Decision {
  student: StudentFacts
  before: Assignment | null
  after: Assignment | null
}

export interface Draft {
  op: SessionPlan['op']
  session: SessionPlan['session']
  lessonDay: LocalDate
  /** Every student who is in the lesson before or after the plan. */
  decisions: readonly Decision[]
  feedbacks: FeedbackInput[]
}

/** The plan, and what it does to each student whose credits it moves. Balances after it decide the alerts. */
export function compose(facts: CreditFacts, intent: EditIntent, now: Date, draft: Draft): PlanResult {
  const today = toLocalDate(now)
  const decided = draft.decisions.filter(isDecided)
  const effects = decided.map((decision) => effectOf(decision, draft.lessonDay, today))
  const expected = draft.op === 'create' ? undefined : (intent.expectedVersion ?? facts.session?.version)
  return {
    ok: true,
    effects,
    plan: {
      op: draft.op,
      op_id: intent.opId,
      session: draft.session,
      ...(expected === undefined ? {} : { expected_version: expected }),
      based_on: decided.map(({ student }) => ({ student_id: student.id, version: student.credits_version })),
      // Deleting the lesson removes everyone with it.
      remove_students:
        draft.op === 'delete'
          ? []
          : decided.filter(({ after }) => after === null).map(({ student }) => student.id),
      assignments: decided.flatMap(({ student, after }) =>
        after === null
          ? []
          : [
              {
                student_id: student.id,
                package_id: after.package_id,
                manually_assigned: after.manually_assigned,
              },
            ],
      ),
      feedbacks: draft.feedbacks,
      alerts: mergeAlertPlans(
        planLessonAlerts(facts, draft),
        planStudentAlerts(decided.map(afterwards), facts.alerts, today),
      ),
    },
  }
}

/** Joining, leaving, another package, or a choice made by hand; undefined stands for 'not in the lesson'. */
function isDecided({ before, after }: Decision): boolean {
  return before?.package_id !== after?.package_id || before?.manually_assigned !== after?.manually_assigned
}

/** One unassigned_session alert for each student in the lesson without a package; a deleted lesson takes its own along. */
function planLessonAlerts(facts: CreditFacts, draft: Draft): AlertPlan {
  if (draft.op === 'delete') return { raise: [], end: [] }
  const lesson = { id: draft.session.id, day: draft.lessonDay }
  const known = new Set(draft.decisions.map(({ student }) => student.id))
  return reconcile(
    draft.decisions
      .filter(({ after }) => after?.package_id === null)
      .map(({ student }) => unassignedDraft(lesson, student)),
    facts.alerts.filter(
      ({ type, session_id, student_id }) =>
        type === 'unassigned_session' &&
        session_id === lesson.id &&
        student_id !== null &&
        known.has(student_id),
    ),
  )
}

/** The student's facts once the plan is applied. */
function afterwards({ student, before, after }: Decision): StudentFacts {
  const delta = (id: Uuid): number => Number(before?.package_id === id) - Number(after?.package_id === id)
  return {
    ...student,
    packages: student.packages.map((pkg) => ({
      ...pkg,
      remaining_classes: pkg.remaining_classes + delta(pkg.id),
    })),
  }
}

function effectOf(decision: Decision, lessonDay: LocalDate, today: LocalDate): StudentEffect {
  const { student, before, after } = decision
  const moved = before?.package_id !== after?.package_id
  const packages = afterwards(decision).packages
  const effect = (id: Uuid | null | undefined, day: LocalDate): PackageEffect | null => {
    const pkg = moved ? packages.find((candidate) => candidate.id === id) : undefined
    return pkg === undefined
      ? null
      : {
          packageId: pkg.id,
          packageName: pkg.name,
          remaining: pkg.remaining_classes,
          expired: isExpired(pkg, day),
        }
  }
  return {
    studentId: student.id,
    studentName: student.name,
    returned: effect(before?.package_id, today),
    taken: effect(after?.package_id, lessonDay),
    withoutPackage: after !== null && after.package_id === null,
  }
}
