import { MESSAGES } from '@/texts/messages'
import { CLOCK_TOLERANCE } from './constants'
import type { CreditFacts, SessionFacts, StudentFacts } from './credit-plan'
import { toLocalDate } from './dates'
import type { Instant, LocalDate, Uuid } from './model'
import { choosePackage } from './packages'
import { blankToNull, editedFeedbacks, feedbackRow } from './session-feedback'
import type {
  AssignmentIntent,
  DeletionIntent,
  FeedbackEditIntent,
  PlanResult,
  RefusalReason,
  RegistrationIntent,
  SessionEditIntent,
  StudentChoice,
} from './session-intents'
import { compose, type Assignment, type Decision } from './session-plan'

/**
 * The credit rules (spec §4, product.md): what registering, editing, assigning and deleting a lesson does. Each
 * function takes what the coach intends and the facts that were read in one request, and answers a plan that the
 * database applies whole, or the reason why not. Nothing here writes a balance.
 *
 * `now` decides the alerts, and that no lesson lies in the future.
 */

/** Registering a lesson: each student's lesson takes the package of `choosePackage`, or none, which raises an alert. */
export function planRegistration(intent: RegistrationIntent, facts: CreditFacts, now: Date): PlanResult {
  if (intent.studentIds.length === 0) return refuse('no-students', MESSAGES.sessions.rules.noStudents)
  if (hasTwins(intent.studentIds)) return refuse('student-twice', MESSAGES.sessions.rules.studentTwice)
  if (isFutureLesson(intent.date, now)) return refuse('in-future', MESSAGES.sessions.rules.inFuture)

  const decisions: Decision[] = []
  for (const studentId of intent.studentIds) {
    const student = findStudent(facts, studentId)
    if (student === undefined) return refuse('student-not-found', MESSAGES.students.service.notFound)
    decisions.push({ student, before: null, after: automatic(student, intent.lessonDay) })
  }
  return compose(facts, intent, now, {
    op: 'create',
    session: {
      id: intent.sessionId,
      date: intent.date,
      day: intent.lessonDay,
      teacher: intent.teacher,
      notes: blankToNull(intent.notes),
    },
    lessonDay: intent.lessonDay,
    decisions,
    feedbacks: intent.feedbacks
      .filter(({ studentId }) => intent.studentIds.includes(studentId))
      .map((entry) => feedbackRow(entry, facts.default_club_id)),
  })
}

/**
 * Editing a lesson: removed students get their credit back, added ones take a package (or none, with an alert) and
 * default feedback, kept ones whose package changed get one credit back and take another.
 */
export function planSessionEdit(intent: SessionEditIntent, facts: CreditFacts, now: Date): PlanResult {
  const session = facts.session
  if (session === null) return refuse('session-not-found', MESSAGES.sessions.service.notFound)
  const studentIds = intent.students.map(({ studentId }) => studentId)
  if (studentIds.length === 0) return refuse('no-students', MESSAGES.sessions.rules.noStudentsInEdit)
  if (hasTwins(studentIds)) return refuse('student-twice', MESSAGES.sessions.rules.studentTwice)
  if (intent.date !== undefined && isFutureLesson(intent.date, now)) {
    return refuse('in-future', MESSAGES.sessions.rules.inFuture)
  }

  const decisions = currentDecisions(facts, session).map((decision) =>
    studentIds.includes(decision.student.id) ? decision : { ...decision, after: null },
  )
  for (const choice of intent.students) {
    const student = findStudent(facts, choice.studentId)
    if (student === undefined) return refuse('student-not-found', MESSAGES.students.service.notFound)
    const index = decisions.findIndex((decision) => decision.student.id === choice.studentId)
    const before = decisions[index]?.before ?? null
    const after = choose(student, choice, before, intent.lessonDay)
    if (!after.ok) return after
    const decision: Decision = { student, before, after: after.assignment }
    if (index === -1) decisions.push(decision)
    else decisions[index] = decision
  }

  return compose(facts, intent, now, {
    op: 'update',
    session: {
      id: intent.sessionId,
      ...(intent.date === undefined ? {} : { date: intent.date, day: intent.lessonDay }),
      ...(intent.teacher === undefined ? {} : { teacher: intent.teacher }),
      ...(intent.notes === undefined ? {} : { notes: blankToNull(intent.notes) }),
    },
    lessonDay: intent.lessonDay,
    decisions,
    feedbacks: editedFeedbacks(intent, facts, session),
  })
}

/**
 * Assigning a package by hand: the credit of the previous package returns, one is taken from the new one. An expired
 * package with credits may be chosen: its effect says `expired`, for the warning. The facts hold packages with
 * credits left; a service that wants an empty one told from a missing one adds it to the student's packages.
 */
export function planAssignment(intent: AssignmentIntent, facts: CreditFacts, now: Date): PlanResult {
  const session = facts.session
  if (session === null) return refuse('session-not-found', MESSAGES.sessions.service.notFound)
  const before = session.assignments.find(({ student_id }) => student_id === intent.studentId) ?? null
  const student = findStudent(facts, intent.studentId)
  const checked = checkPackage(student, intent.packageId, before)
  if (!checked.ok) return checked
  if (student === undefined || before === null) {
    return refuse('assignment-not-found', MESSAGES.sessions.rules.assignmentNotFound)
  }
  return compose(facts, intent, now, {
    op: 'update',
    session: { id: intent.sessionId },
    lessonDay: intent.lessonDay,
    decisions: currentDecisions(facts, session).map((decision) =>
      decision.student.id === student.id
        ? { ...decision, after: { package_id: intent.packageId, manually_assigned: true } }
        : decision,
    ),
    feedbacks: [],
  })
}

/** Changing one student's feedback. No credit moves and no alert changes. */
export function planFeedbackEdit(intent: FeedbackEditIntent, facts: CreditFacts): PlanResult {
  const session = facts.session
  if (session === null) return refuse('session-not-found', MESSAGES.sessions.service.notFound)
  const { studentId } = intent.feedback
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
      feedbacks: [feedbackRow(intent.feedback, existing ? existing.club_id : facts.default_club_id)],
      alerts: { raise: [], end: [] },
    },
  }
}

/**
 * Deleting a lesson: one credit returns to each package it used; its unassigned_session alerts go with it. A lesson
 * that is gone already gives an empty plan, which the database answers as done.
 */
export function planDeletion(intent: DeletionIntent, facts: CreditFacts, now: Date): PlanResult {
  const session = facts.session
  return compose(facts, intent, now, {
    op: 'delete',
    session: { id: intent.sessionId },
    lessonDay: session === null ? toLocalDate(now) : session.day,
    decisions: session === null ? [] : currentDecisions(facts, session).map((d) => ({ ...d, after: null })),
    feedbacks: [],
  })
}

/** True when a lesson's instant lies after now, beyond what two clocks may differ. */
export function isFutureLesson(date: Instant, now: Date): boolean {
  return Date.parse(date) > now.getTime() + CLOCK_TOLERANCE
}

// How the plans are made ------------------------------------------------------------------------------------------

type Refusal = Extract<PlanResult, { ok: false }>

function refuse(reason: RefusalReason, message: string): Refusal {
  return { ok: false, reason, message }
}

function findStudent(facts: CreditFacts, id: Uuid): StudentFacts | undefined {
  return facts.students.find((student) => student.id === id)
}

const hasTwins = (ids: readonly Uuid[]): boolean => new Set(ids).size < ids.length

function automatic(student: StudentFacts, lessonDay: LocalDate): Assignment {
  return { package_id: choosePackage(student.packages, lessonDay)?.id ?? null, manually_assigned: false }
}

/** The lesson's students as they are; those whose facts are missing cannot be decided about and stay untouched. */
function currentDecisions(facts: CreditFacts, session: SessionFacts): Decision[] {
  return session.assignments.flatMap((assignment) => {
    const student = findStudent(facts, assignment.student_id)
    return student === undefined ? [] : [{ student, before: assignment, after: assignment }]
  })
}

/** The package must exist and have credits, unless the lesson has its credit already. */
function checkPackage(
  student: StudentFacts | undefined,
  packageId: Uuid,
  before: Assignment | null,
): { ok: true } | Refusal {
  const { rules } = MESSAGES.sessions
  if (before?.package_id === packageId) return { ok: true }
  const pkg = student?.packages.find(({ id }) => id === packageId)
  if (pkg === undefined) return refuse('package-not-found', rules.packageNotFound)
  return pkg.remaining_classes > 0 ? { ok: true } : refuse('package-empty', rules.packageEmpty)
}

function choose(
  student: StudentFacts,
  choice: StudentChoice,
  before: Assignment | null,
  lessonDay: LocalDate,
): { ok: true; assignment: Assignment } | Refusal {
  const { packageId } = choice
  if (packageId === undefined) return { ok: true, assignment: before ?? automatic(student, lessonDay) }
  if (before !== null && before.package_id === packageId) return { ok: true, assignment: before }
  if (packageId === null) return { ok: true, assignment: { package_id: null, manually_assigned: false } }
  const checked = checkPackage(student, packageId, before)
  return checked.ok ? { ok: true, assignment: { package_id: packageId, manually_assigned: true } } : checked
}
