import { blankToNull, editedFeedbacks, feedbackRow } from '@/domain/sessions/feedback'
import { CLOCK_TOLERANCE } from '@/domain/shared/constants'
import { toLocalDate } from '@/domain/shared/dates'
import type { Instant, LocalDate, Uuid } from '@/domain/shared/model'
import { MESSAGES } from '@/texts/shared/messages'
import { buildPlan, type ParticipantChange } from './build-plan'
import { chargeOf, packageOf, type Charge } from './charge'
import { choosePackage } from './choose-package'
import type {
  AssignmentIntent,
  DeletionIntent,
  FeedbackEditIntent,
  RegistrationIntent,
  SessionEditIntent,
} from './intents'
import { refuse, type PlanResult, type Refusal } from './plan-result'
import type { CreditFacts, SessionFacts, StudentFacts } from './plan-types'

/**
 * The credit rules: what registering, editing, assigning and deleting a session does. Each function takes what the coach
 * intends and the facts that were read in one request, and answers a plan that the database applies whole, or the reason
 * why not. Nothing here writes a balance, and nothing reads a clock: `now` decides the alerts, and that no lesson lies in
 * the future.
 */

const { rules, service } = MESSAGES.sessions

/**
 * Registering a session. Each participant is charged by the rule of `choosePackage`, on the lesson's day; without a
 * usable package the lesson is owed, which raises an alert.
 */
export function planRegistration(intent: RegistrationIntent, facts: CreditFacts, now: Date): PlanResult {
  const refusal = refuseParticipants(intent.participants, rules.noStudents) ?? refuseDate(intent.date, now)
  if (refusal) return refusal

  const participants: ParticipantChange[] = []
  for (const { studentId } of intent.participants) {
    const student = findStudent(facts, studentId)
    if (student === undefined) return refuse('student-not-found', MESSAGES.students.service.notFound)
    participants.push({ student, before: null, after: chargeByRule(student, intent.lessonDay) })
  }
  return buildPlan(facts, intent, now, {
    op: 'create',
    session: {
      id: intent.sessionId,
      date: intent.date,
      day: intent.lessonDay,
      teacher: intent.teacher,
      notes: blankToNull(intent.notes),
    },
    lessonDay: intent.lessonDay,
    participants,
    feedbacks: intent.participants.flatMap(({ studentId, feedback }) =>
      feedback ? [feedbackRow(studentId, feedback, facts.default_club_id)] : [],
    ),
  })
}

/**
 * Editing a session. Removed students get their credit back. Added ones are charged by the rule, unless the coach chose a
 * package or none, and get default feedback. Kept ones keep their charge unless the coach chose another: the old credit
 * returns and a new one is taken. Moving the session chooses no package anew; where a kept one is not valid on the new
 * day, the effects say so, and the coach may choose another.
 */
export function planSessionEdit(intent: SessionEditIntent, facts: CreditFacts, now: Date): PlanResult {
  const { session } = facts
  if (session === null) return refuse('session-not-found', service.notFound)
  const refusal =
    refuseParticipants(intent.participants, rules.noStudentsInEdit) ??
    (intent.date === undefined ? null : refuseDate(intent.date, now))
  if (refusal) return refusal

  const staying = new Set(intent.participants.map(({ studentId }) => studentId))
  const removed = currentParticipants(facts, session)
    .filter(({ student }) => !staying.has(student.id))
    .map((participant) => ({ ...participant, after: null }))
  const participants: ParticipantChange[] = []
  for (const { studentId, charge } of intent.participants) {
    const student = findStudent(facts, studentId)
    if (student === undefined) return refuse('student-not-found', MESSAGES.students.service.notFound)
    const before = currentCharge(session, studentId)
    if (charge === undefined) {
      participants.push({ student, before, after: before ?? chargeByRule(student, intent.lessonDay) })
    } else if (before !== null && packageOf(charge) === packageOf(before)) {
      participants.push({ student, before, after: before })
    } else {
      const refused = refuseCharge(student, charge, before)
      if (refused) return refused
      participants.push({ student, before, after: charge })
    }
  }

  return buildPlan(facts, intent, now, {
    op: 'update',
    session: {
      id: intent.sessionId,
      ...(intent.date === undefined ? {} : { date: intent.date, day: intent.lessonDay }),
      ...(intent.teacher === undefined ? {} : { teacher: intent.teacher }),
      ...(intent.notes === undefined ? {} : { notes: blankToNull(intent.notes) }),
    },
    lessonDay: intent.lessonDay,
    participants: [...removed, ...participants],
    feedbacks: editedFeedbacks(intent.participants, facts, session),
  })
}

/**
 * Assigning a package by hand: the credit of the previous package returns, one is taken from the new one. An expired
 * package with credits may be chosen; its effect says `expired`, for the warning. The facts hold packages with credits
 * left; a service that wants an empty one told from a missing one adds it to the student's packages.
 */
export function planAssignment(intent: AssignmentIntent, facts: CreditFacts, now: Date): PlanResult {
  const { session } = facts
  if (session === null) return refuse('session-not-found', service.notFound)
  const before = currentCharge(session, intent.studentId)
  const after: Charge = { kind: 'package', packageId: intent.packageId, by: 'hand' }
  const student = findStudent(facts, intent.studentId)
  const refusal = refuseCharge(student, after, before)
  if (refusal) return refusal
  if (student === undefined || before === null) {
    return refuse('assignment-not-found', rules.assignmentNotFound)
  }
  return buildPlan(facts, intent, now, {
    op: 'update',
    session: { id: intent.sessionId },
    lessonDay: intent.lessonDay,
    participants: currentParticipants(facts, session).map((participant) =>
      participant.student.id === student.id ? { ...participant, after } : participant,
    ),
    feedbacks: [],
  })
}

/** Editing one student's feedback: no credit and no alert moves. */
export function planFeedbackEdit(intent: FeedbackEditIntent, facts: CreditFacts): PlanResult {
  const { session } = facts
  if (session === null) return refuse('session-not-found', service.notFound)
  const { studentId } = intent
  if (!session.assignments.some(({ student_id }) => student_id === studentId)) {
    return refuse('student-not-found', MESSAGES.students.service.notFound)
  }
  const existing = session.feedbacks.find(({ student_id }) => student_id === studentId)
  return {
    ok: true,
    effects: [],
    plan: {
      op: 'update',
      op_id: intent.opId,
      session: { id: intent.sessionId },
      expected_version: intent.expectedVersion ?? session.version,
      based_on: [],
      remove_students: [],
      assignments: [],
      feedbacks: [
        feedbackRow(studentId, intent.feedback, existing ? existing.club_id : facts.default_club_id),
      ],
      alerts: { raise: [], end: [] },
    },
  }
}

/**
 * Deleting a session: one credit returns to each package it used; its unassigned_session alerts go with it. A session
 * that is gone already gives an empty plan, which the database answers as done.
 */
export function planDeletion(intent: DeletionIntent, facts: CreditFacts, now: Date): PlanResult {
  const { session } = facts
  return buildPlan(facts, intent, now, {
    op: 'delete',
    session: { id: intent.sessionId },
    lessonDay: session === null ? toLocalDate(now) : session.day,
    participants:
      session === null
        ? []
        : currentParticipants(facts, session).map((participant) => ({ ...participant, after: null })),
    feedbacks: [],
  })
}

/** True when a lesson's instant lies after now, beyond what two clocks may differ. */
export function isFutureLesson(date: Instant, now: Date): boolean {
  return Date.parse(date) > now.getTime() + CLOCK_TOLERANCE
}

function findStudent(facts: CreditFacts, id: Uuid): StudentFacts | undefined {
  return facts.students.find((student) => student.id === id)
}

function chargeByRule(student: StudentFacts, lessonDay: LocalDate): Charge {
  const chosen = choosePackage(student.packages, lessonDay)
  return chosen === null ? { kind: 'owed' } : { kind: 'package', packageId: chosen.id, by: 'rule' }
}

/** null: the student is not in the session. */
function currentCharge(session: SessionFacts, studentId: Uuid): Charge | null {
  const assignment = session.assignments.find(({ student_id }) => student_id === studentId)
  return assignment ? chargeOf(assignment) : null
}

/** Everyone in the session, unchanged. Those whose facts are missing cannot be decided about and stay untouched. */
function currentParticipants(facts: CreditFacts, session: SessionFacts): ParticipantChange[] {
  return session.assignments.flatMap((assignment) => {
    const student = findStudent(facts, assignment.student_id)
    const charge = chargeOf(assignment)
    return student === undefined ? [] : [{ student, before: charge, after: charge }]
  })
}

function refuseParticipants(
  participants: readonly { studentId: Uuid }[],
  noStudents: string,
): Refusal | null {
  if (participants.length === 0) return refuse('no-students', noStudents)
  const ids = new Set(participants.map(({ studentId }) => studentId))
  return ids.size < participants.length ? refuse('student-twice', rules.studentTwice) : null
}

function refuseDate(date: Instant, now: Date): Refusal | null {
  return isFutureLesson(date, now) ? refuse('in-future', rules.inFuture) : null
}

/** A package must exist and have credits, unless the session has its credit already. */
function refuseCharge(
  student: StudentFacts | undefined,
  charge: Charge,
  before: Charge | null,
): Refusal | null {
  if (charge.kind !== 'package' || packageOf(before) === charge.packageId) return null
  const pkg = student?.packages.find(({ id }) => id === charge.packageId)
  if (pkg === undefined) return refuse('package-not-found', rules.packageNotFound)
  return pkg.remaining_classes > 0 ? null : refuse('package-empty', rules.packageEmpty)
}
