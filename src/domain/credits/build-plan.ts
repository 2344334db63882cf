import { mergeAlertPlans, planStudentAlerts, reconcile, unassignedDraft } from '@/domain/alerts/alerts'
import { isExpired, isValidOn } from '@/domain/packages/packages'
import { toLocalDate } from '@/domain/shared/dates'
import type { LocalDate, Uuid } from '@/domain/shared/model'
import { chargeColumns, isSameCharge, packageOf, type Charge } from './charge'
import type { PackageEffect, StudentEffect } from './effects'
import type { EditIntent } from './intents'
import type { PlanResult } from './plan-result'
import type { AlertPlan, CreditFacts, FeedbackInput, SessionPlan, StudentFacts } from './plan-types'

/** From what the rules decided about each participant to the plan that the database applies in one transaction. */

/** One student's charge before and after the plan; null: not in the session. */
export interface ParticipantChange {
  student: StudentFacts
  before: Charge | null
  after: Charge | null
}

/** What the rules decided about a session: all that a plan needs beside the facts it was decided from. */
export interface DecidedSession {
  op: SessionPlan['op']
  /** Only the fields that change. */
  session: SessionPlan['session']
  lessonDay: LocalDate
  /** Everyone who is in the session before or after the plan, also those whose charge stays. */
  participants: readonly ParticipantChange[]
  /** New or changed feedback. */
  feedbacks: FeedbackInput[]
}

/**
 * The plan promises that:
 *
 * - it moves credits only of the participants whose charge changes, and names the version of each one's credits that it
 *   was decided from, so the database refuses it when another device moved those credits meanwhile;
 * - an update or a deletion names the session's version that the coach saw (or, without one, that of the facts);
 * - its alerts are those that the balances after the plan call for.
 */
export function buildPlan(
  facts: CreditFacts,
  intent: EditIntent,
  now: Date,
  decided: DecidedSession,
): PlanResult {
  const { op, session, lessonDay, participants, feedbacks } = decided
  const today = toLocalDate(now)
  const changed = participants.filter(({ before, after }) => !isSameCharge(before, after))
  const moved = op === 'update' && session.date !== undefined
  const expected = op === 'create' ? undefined : (intent.expectedVersion ?? facts.session?.version)
  return {
    ok: true,
    effects: participants.flatMap((change) => {
      if (changed.includes(change)) return [effectOf(change, lessonDay, today)]
      return moved ? keptEffect(change, lessonDay) : []
    }),
    plan: {
      op,
      op_id: intent.opId,
      session,
      ...(expected === undefined ? {} : { expected_version: expected }),
      based_on: changed.map(({ student }) => ({ student_id: student.id, version: student.credits_version })),
      // Deleting the session removes everyone with it.
      remove_students:
        op === 'delete' ? [] : changed.filter(({ after }) => after === null).map(({ student }) => student.id),
      assignments: changed.flatMap(({ student, after }) =>
        after === null ? [] : [{ student_id: student.id, ...chargeColumns(after) }],
      ),
      feedbacks,
      alerts: mergeAlertPlans(
        planUnassignedAlerts(facts, decided),
        planStudentAlerts(changed.map(factsAfter), facts.alerts, today),
      ),
    },
  }
}

/** One alert for each participant who owes the lesson; those of a deleted session go with it. */
function planUnassignedAlerts(facts: CreditFacts, decided: DecidedSession): AlertPlan {
  if (decided.op === 'delete') return { raise: [], end: [] }
  const lesson = { id: decided.session.id, day: decided.lessonDay }
  const known = new Set(decided.participants.map(({ student }) => student.id))
  return reconcile(
    decided.participants
      .filter(({ after }) => after?.kind === 'owed')
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
function factsAfter({ student, before, after }: ParticipantChange): StudentFacts {
  const delta = (id: Uuid): number => Number(packageOf(before) === id) - Number(packageOf(after) === id)
  return {
    ...student,
    packages: student.packages.map((pkg) => ({
      ...pkg,
      remaining_classes: pkg.remaining_classes + delta(pkg.id),
    })),
  }
}

function effectOf(change: ParticipantChange, lessonDay: LocalDate, today: LocalDate): StudentEffect {
  const { student, before, after } = change
  const packages = packageOf(before) === packageOf(after) ? [] : factsAfter(change).packages
  const effect = (charge: Charge | null, day: LocalDate): PackageEffect | null => {
    const pkg = packages.find(({ id }) => id === packageOf(charge))
    return pkg ? packageEffect(pkg, day) : null
  }
  return {
    studentId: student.id,
    studentName: student.name,
    returned: effect(before, today),
    taken: effect(after, lessonDay),
    keptOutsideValidity: null,
    withoutPackage: after?.kind === 'owed',
  }
}

/** A session that moves keeps its charges: nothing, unless a package is not valid on the new day. */
function keptEffect({ student, after }: ParticipantChange, lessonDay: LocalDate): StudentEffect[] {
  const pkg = student.packages.find(({ id }) => id === packageOf(after))
  if (pkg === undefined || isValidOn(pkg, lessonDay)) return []
  return [
    {
      studentId: student.id,
      studentName: student.name,
      returned: null,
      taken: null,
      keptOutsideValidity: packageEffect(pkg, lessonDay),
      withoutPackage: false,
    },
  ]
}

function packageEffect(pkg: StudentFacts['packages'][number], day: LocalDate): PackageEffect {
  return {
    packageId: pkg.id,
    packageName: pkg.name,
    remaining: pkg.remaining_classes,
    expired: isExpired(pkg, day),
  }
}
