import { CLOCK_TOLERANCE } from '@/core/constants'
import { toLocalDate } from '@/core/dates'
import type { Attendance, Instant, LocalDate, Uuid } from '@/core/model'
import { failure, type Failure } from '@/core/result'
import { blankToNull, editedFeedback, feedbackRow } from '@/sessions/rules'
import { SESSION_MESSAGES } from '@/sessions/texts'
import { STUDENT_MESSAGES } from '@/students/texts'
import { buildPlan, type DecidedLesson, type ParticipantChange } from './build-plan'
import { isCharged, packageOf, placeOf, type Charge, type ChosenCharge, type Place } from './charge'
import { choosePackage } from './choose-package'
import { exceptionsOf } from './exceptions'
import { extensionOffer, extensionsOf, type SkippedLesson } from './extensions'
import type {
  AssignmentIntent,
  DayCancellationIntent,
  DeletionIntent,
  EditIntent,
  Extension,
  FeedbackEditIntent,
  LinkIntent,
  RegistrationIntent,
  SessionEditIntent,
  SkipIntent,
} from './intents'
import type { PlanResult } from './plan-result'
import type { CreditFacts, SessionFacts, StudentFacts } from './plan-types'

/**
 * The credit rules: what registering, editing, assigning, cancelling and deleting a session does. Each function takes
 * what the coach intends and the facts that were read in one request, and answers a plan that the database applies
 * whole, or the reason why not. Nothing here writes a balance, and nothing reads a clock: `now` decides the alerts, and
 * that no lesson lies in the future.
 */

const { rules, service } = SESSION_MESSAGES

/**
 * Registering a session (docs/product.md, 'Registering a lesson'). Who is charged takes a credit by the rule of
 * `choosePackage`, on the lesson's day; without a usable package the lesson is owed, which raises an alert.
 */
export function planRegistration(intent: RegistrationIntent, facts: CreditFacts, now: Date): PlanResult {
  const refusal = refuseParticipants(intent.participants, rules.noStudents) ?? refuseDate(intent.date, now)
  if (refusal) return refusal

  const { cancelledReason } = intent
  const participants: ParticipantChange[] = []
  for (const { studentId, attendance: asked = 'present', feedback } of intent.participants) {
    const student = findStudent(facts, studentId)
    if (student === undefined) return failure('student-not-found', STUDENT_MESSAGES.service.notFound)
    const attendance = cancelledReason ? 'cancelled' : asked
    participants.push({
      student,
      before: null,
      after: placeByRule(facts, student, attendance, intent.lessonDay),
      ...(feedback && attendance === 'present' && { feedback: feedbackRow(feedback, facts.default_club_id) }),
    })
  }
  const lesson: DecidedLesson = {
    op: 'create',
    session: {
      id: intent.sessionId,
      date: intent.date,
      day: intent.lessonDay,
      teacher: intent.teacher,
      notes: blankToNull(intent.notes),
      ...(cancelledReason && { cancelled_reason: cancelledReason }),
      ...(intent.slot && slotFields(intent.slot)),
      // A lesson that did not happen costs nobody a credit.
      ...(!cancelledReason && { beside: [...(intent.beside ?? [])] }),
    },
    lessonDay: intent.lessonDay,
    participants,
  }
  return planLessons(facts, intent, now, [lesson])
}

/**
 * Editing a session (docs/product.md, 'Editing a lesson', 'Attendance'). Removed students get their credit back. Added
 * ones are charged by the rule, unless the coach chose a package or none, and get default feedback. Kept ones keep their
 * charge unless the coach chose another, or are not charged any more; who is charged again is charged by the rule. Moving
 * the session chooses no package anew; where a kept one is not valid on the new day, the effects say so, and the coach
 * may choose another.
 */
export function planSessionEdit(intent: SessionEditIntent, facts: CreditFacts, now: Date): PlanResult {
  const { session } = facts
  if (session === null) return failure('session-not-found', service.notFound)
  const refusal =
    refuseParticipants(intent.participants, rules.noStudentsInEdit) ??
    (intent.date === undefined ? null : refuseDate(intent.date, now))
  if (refusal) return refusal

  const { lessonDay, cancelledReason = session.cancelled_reason } = intent
  const staying = new Set(intent.participants.map(({ studentId }) => studentId))
  const removed = currentParticipants(facts, session)
    .filter(({ student }) => !staying.has(student.id))
    .map((participant) => ({ ...participant, after: null }))
  const participants: ParticipantChange[] = []
  for (const { studentId, attendance: asked, charge, feedback } of intent.participants) {
    const student = findStudent(facts, studentId)
    if (student === undefined) return failure('student-not-found', STUDENT_MESSAGES.service.notFound)
    const stored = session.participants.find(({ student_id }) => student_id === studentId) ?? null
    const before = stored && placeOf(stored)
    const attendance = attendanceAfter(before, asked, cancelledReason !== null)
    const chosen = isCharged(attendance) ? charge : undefined
    const kept = before && isCharged(before.attendance) ? before.charge : null
    const refused = chosen && refuseCharge(student, chosen, kept)
    if (refused) return refused
    participants.push({
      student,
      before,
      after: place(facts, student, { attendance, chosen, kept, lessonDay }),
      hadFeedback: Boolean(stored?.feedback),
      feedback: editedFeedback(attendance === 'present' ? feedback : null, stored, facts.default_club_id),
    })
  }
  const lesson: DecidedLesson = {
    op: 'update',
    session: {
      id: intent.sessionId,
      ...(intent.date === undefined ? {} : { date: intent.date, day: lessonDay }),
      ...(intent.teacher === undefined ? {} : { teacher: intent.teacher }),
      ...(intent.notes === undefined ? {} : { notes: blankToNull(intent.notes) }),
      ...(intent.cancelledReason === undefined ? {} : { cancelled_reason: intent.cancelledReason }),
    },
    expectedVersion: expectedVersion(intent, session),
    lessonDay,
    participants: [...removed, ...participants],
  }
  return planLessons(facts, intent, now, [lesson])
}

/**
 * Assigning a package by hand (docs/product.md, 'Assigning a package'): the credit of the previous package returns, one is
 * taken from the new one. An expired package with credits may be chosen; its effect says `expired`, for the warning. The
 * facts hold packages with credits left; a service that wants an empty one told from a missing one adds it to the
 * student's packages.
 */
export function planAssignment(intent: AssignmentIntent, facts: CreditFacts, now: Date): PlanResult {
  const { session } = facts
  if (session === null) return failure('session-not-found', service.notFound)
  const before = currentPlace(session, intent.studentId)
  const charge: Charge = { kind: 'package', packageId: intent.packageId, by: 'hand' }
  const student = findStudent(facts, intent.studentId)
  const refusal = refuseCharge(student, charge, before?.charge ?? null)
  if (refusal) return refusal
  if (student === undefined || before === null || !isCharged(before.attendance)) {
    return failure('assignment-not-found', rules.assignmentNotFound)
  }
  return buildPlan(facts, intent.opId, now, {
    lessons: [
      {
        op: 'update',
        session: { id: intent.sessionId },
        expectedVersion: expectedVersion(intent, session),
        lessonDay: intent.lessonDay,
        participants: currentParticipants(facts, session).map((participant) =>
          participant.student.id === student.id
            ? { ...participant, after: { ...before, charge } }
            : participant,
        ),
      },
    ],
  })
}

/** Editing one student's feedback: no credit and no alert moves. Only who was present has feedback. */
export function planFeedbackEdit(intent: FeedbackEditIntent, facts: CreditFacts, now: Date): PlanResult {
  const { session } = facts
  if (session === null) return failure('session-not-found', service.notFound)
  const { studentId } = intent
  const stored = session.participants.find(({ student_id }) => student_id === studentId)
  const student = findStudent(facts, studentId)
  if (student === undefined || stored?.attendance !== 'present') {
    return failure('student-not-found', STUDENT_MESSAGES.service.notFound)
  }
  const entry = { notes: stored.feedback?.notes ?? null, ...intent.feedback }
  const club = stored.feedback ? stored.feedback.club_id : facts.default_club_id
  const current = placeOf(stored)
  return buildPlan(facts, intent.opId, now, {
    lessons: [
      {
        op: 'update',
        session: { id: intent.sessionId },
        expectedVersion: expectedVersion(intent, session),
        lessonDay: session.day,
        participants: [{ student, before: current, after: current, feedback: feedbackRow(entry, club) }],
      },
    ],
  })
}

const slotFields = ({ slotId, slotDate, movedTo }: LinkIntent['slot']) => ({
  slot_id: slotId,
  slot_date: slotDate,
  slot_moved_to: movedTo,
})

/** A lesson without a slot becomes that of an occurrence (docs/product.md, 'The same lesson twice'): no credit moves. */
export function planLink(intent: LinkIntent, facts: CreditFacts, now: Date): PlanResult {
  const { session } = facts
  if (session === null) return failure('session-not-found', service.notFound)
  return buildPlan(facts, intent.opId, now, {
    lessons: [
      {
        op: 'update',
        session: { id: session.id, ...slotFields(intent.slot) },
        expectedVersion: expectedVersion(intent, session),
        lessonDay: session.day,
        participants: [],
      },
    ],
  })
}

/**
 * Deleting a session (docs/product.md, 'Deleting a lesson'): one credit returns to each package it used; its
 * unassigned_session alerts go with it. A session that is gone already gives a plan that changes nothing, which the
 * database answers as done.
 */
export function planDeletion(intent: DeletionIntent, facts: CreditFacts, now: Date): PlanResult {
  return planLessons(facts, intent, now, [deletedLesson(facts, facts.session, intent, now)])
}

/** The deletion of a session, or of one that is gone. */
export function deletedLesson(
  facts: CreditFacts,
  session: SessionFacts | null,
  intent: EditIntent,
  now: Date,
): DecidedLesson {
  return {
    op: 'delete',
    session: { id: intent.sessionId },
    expectedVersion: expectedVersion(intent, session),
    lessonDay: session === null ? toLocalDate(now) : session.day,
    participants:
      session === null
        ? []
        : currentParticipants(facts, session).map((participant) => ({ ...participant, after: null })),
  }
}

/** Cancelling lessons of a day in one plan (docs/product.md, 'A lesson that did not happen'). */
export function planDayCancellation(
  intent: DayCancellationIntent,
  facts: CreditFacts,
  now: Date,
): PlanResult {
  const lessons: DecidedLesson[] = []
  for (const asked of intent.sessions) {
    const session = facts.sessions.find(({ id }) => id === asked.sessionId)
    if (session === undefined) return failure('session-not-found', service.notFound)
    lessons.push({
      op: 'update',
      session: { id: session.id, cancelled_reason: intent.reason },
      expectedVersion: asked.expectedVersion,
      lessonDay: session.day,
      participants: currentParticipants(facts, session).map((participant) => ({
        ...participant,
        after: { attendance: 'cancelled', charge: { kind: 'none' } },
        ...(participant.hadFeedback && { feedback: null }),
      })),
    })
  }
  const { occurrences = [], reason } = intent
  return planLessons(facts, intent, now, lessons, { occurrences, reason })
}

/** Skipping occurrences of the agenda (docs/product.md, 'Lessons of the agenda'): no lesson, no credit, but perhaps more time. */
export function planSkip(intent: SkipIntent, facts: CreditFacts, now: Date): PlanResult {
  return planLessons(facts, intent, now, [], intent)
}

type Skipping = Pick<SkipIntent, 'occurrences' | 'reason'>

/** The plan of these lessons, with more time for the packages that they, and what is skipped, do not use after all. */
function planLessons(
  facts: CreditFacts,
  { opId, extension }: { opId: Uuid; extension?: Extension },
  now: Date,
  lessons: readonly DecidedLesson[],
  { occurrences, reason }: Skipping = { occurrences: [], reason: 'other' },
): PlanResult {
  const skipped = occurrences.map(({ slotId, slotDate, day, studentIds }): SkippedLesson => ({
    occurrence: { slot_id: slotId, slot_date: slotDate },
    reason,
    lessonDay: day,
    participants: facts.students
      .filter(({ id }) => studentIds.includes(id))
      .map((student) => ({
        student,
        before: null,
        after: { attendance: 'cancelled', charge: { kind: 'none' } },
      })),
  }))
  const decision = { lessons, skips: { add: exceptionsOf(occurrences, reason), remove: [] } }
  const today = toLocalDate(now)
  const offer = extensionOffer(facts, decision, skipped, today)
  const extended = extensionsOf(facts, decision, skipped, extension, today)
  const planned = buildPlan(facts, opId, now, { ...decision, extended })
  return planned.success && offer !== null ? { ...planned, offer } : planned
}

/** True when a lesson's instant lies after now, beyond what two clocks may differ. */
export function isFutureLesson(date: Instant, now: Date): boolean {
  return Date.parse(date) > now.getTime() + CLOCK_TOLERANCE
}

export function findStudent(facts: CreditFacts, id: Uuid): StudentFacts | undefined {
  return facts.students.find((student) => student.id === id)
}

const expectedVersion = (intent: EditIntent, session: SessionFacts | null): number | undefined =>
  intent.expectedVersion ?? session?.version

/** Everybody of a lesson that did not happen is 'cancelled'; once it did, everybody is asked again. */
function attendanceAfter(
  before: Place | null,
  asked: Attendance | undefined,
  isCancelled: boolean,
): Attendance {
  if (isCancelled) return 'cancelled'
  if (asked !== undefined) return asked
  return before === null || before.attendance === 'cancelled' ? 'present' : before.attendance
}

/** The place of who has this attendance: charged as the coach chose, else as before, else by the rule. */
function place(
  facts: CreditFacts,
  student: StudentFacts,
  {
    attendance,
    chosen,
    kept,
    lessonDay,
  }: {
    attendance: Attendance
    chosen: ChosenCharge | undefined
    kept: Charge | null
    lessonDay: LocalDate
  },
): Place {
  if (!isCharged(attendance)) return { attendance, charge: { kind: 'none' } }
  // The package that it uses already stays as it was chosen.
  if (chosen && !(kept && packageOf(chosen) === packageOf(kept))) return { attendance, charge: chosen }
  return kept ? { attendance, charge: kept } : placeByRule(facts, student, attendance, lessonDay)
}

function placeByRule(
  facts: CreditFacts,
  student: StudentFacts,
  attendance: Attendance,
  lessonDay: LocalDate,
): Place {
  if (!isCharged(attendance)) return { attendance, charge: { kind: 'none' } }
  const found = choosePackage(student.packages, lessonDay, facts.rules.package_order)
  return {
    attendance,
    charge: found === null ? { kind: 'owed' } : { kind: 'package', packageId: found.id, by: 'rule' },
  }
}

/** null: the student is not in the session. */
function currentPlace(session: SessionFacts, studentId: Uuid): Place | null {
  const stored = session.participants.find(({ student_id }) => student_id === studentId)
  return stored ? placeOf(stored) : null
}

/** Everyone in the session, unchanged. Those whose facts are missing cannot be decided about and stay untouched. */
export function currentParticipants(facts: CreditFacts, session: SessionFacts): ParticipantChange[] {
  return session.participants.flatMap((stored) => {
    const student = findStudent(facts, stored.student_id)
    const current = placeOf(stored)
    const hadFeedback = stored.feedback !== null
    return student === undefined ? [] : [{ student, before: current, after: current, hadFeedback }]
  })
}

function refuseParticipants(
  participants: readonly { studentId: Uuid }[],
  noStudents: string,
): Failure | null {
  if (participants.length === 0) return failure('invalid', noStudents)
  const ids = new Set(participants.map(({ studentId }) => studentId))
  return ids.size < participants.length ? failure('invalid', rules.studentTwice) : null
}

function refuseDate(date: Instant, now: Date): Failure | null {
  return isFutureLesson(date, now) ? failure('session-in-future', rules.inFuture) : null
}

/** A package must exist and have credits, unless the session has its credit already. */
function refuseCharge(
  student: StudentFacts | undefined,
  charge: Charge,
  before: Charge | null,
): Failure | null {
  if (charge.kind !== 'package' || packageOf(before) === charge.packageId) return null
  const pkg = student?.packages.find(({ id }) => id === charge.packageId)
  if (pkg === undefined) return failure('package-not-found', rules.packageNotFound)
  return pkg.remaining_classes > 0 ? null : failure('package-empty', rules.packageEmpty)
}
