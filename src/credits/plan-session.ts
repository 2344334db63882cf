import type { SkipReason, SlotException } from '@/agenda/rules'
import { SKIP_REASON_TEXTS } from '@/agenda/texts'
import { attendanceByOutcome } from '@/agreement/outcomes'
import { CLOCK_TOLERANCE } from '@/core/constants'
import { toLocalDate } from '@/core/dates'
import { participantIn, type Attendance, type ChosenAttendance, type Instant, type Uuid } from '@/core/model'
import { failure, type Failure } from '@/core/result'
import { blankToNull, editedFeedback, feedbackRow } from '@/sessions/rules'
import { SESSION_MESSAGES } from '@/sessions/texts'
import { toldNotToCome } from './answered-occurrence'
import {
  buildPlan,
  findStudent,
  noStudent,
  packageAfter,
  type DecidedLesson,
  type ParticipantChange,
} from './build-plan'
import { choosePackage, isCharged, packageOf, placeOf, type Charge, type Place } from './charge'
import { extensionsOf, type UnusedLesson } from './extensions'
import type {
  AssignmentIntent,
  AttendanceIntent,
  DayCancellationIntent,
  DeletionIntent,
  EditIntent,
  Extension,
  FeedbackEditIntent,
  LinkIntent,
  RegistrationIntent,
  SessionEditIntent,
  SkipIntent,
  SkippedOccurrence,
} from './intents'
import type {
  CreditFacts,
  CreditPlan,
  PackageFacts,
  Planned,
  PlanResult,
  SessionFacts,
  StudentFacts,
} from './plan-types'

/**
 * The credit rules for registering, editing, cancelling and deleting a lesson, and for assigning a package. Each
 * function takes the coach's intent and the facts, which one request has read, and returns a plan, which the database
 * applies whole, or a failure. No function writes a balance or reads a clock: `now` decides the alerts, and refuses a
 * lesson in the future.
 */

const { rules, service } = SESSION_MESSAGES

const noLesson = (): Failure => failure('session-not-found', service.notFound)
/** The student exists, as far as is known: another device changed who was there. */
const notThere = (): Failure => failure('student-not-found', service.conflict)

/** A place that uses no credit. */
const UNPAID: Place = { attendance: 'cancelled', charge: { kind: 'none' } }

/**
 * Registering a lesson (docs/product.md, 'Registering a lesson'). Each charged participant takes a credit from the
 * package that `choosePackage` finds for the lesson's day, or owes the lesson, which raises an alert.
 */
export function planRegistration(intent: RegistrationIntent, facts: CreditFacts, now: Date): PlanResult {
  const { cancelledReason, lessonDay } = intent
  const refusal = refuseParticipants(intent.participants, rules.noStudents) ?? refuseDate(intent.date, now)
  if (refusal) return refusal

  const participants: ParticipantChange[] = []
  const lesson: DecidedLesson = {
    op: 'create',
    session: {
      id: intent.sessionId,
      date: intent.date,
      day: lessonDay,
      teacher: intent.teacher,
      notes: blankToNull(intent.notes),
      ...(cancelledReason && { cancelled_reason: cancelledReason }),
      ...(intent.slot && slotFields(intent.slot)),
      // A lesson that did not happen costs nobody a credit.
      ...(!cancelledReason && { beside: [...(intent.beside ?? [])] }),
    },
    lessonDay,
    participants,
  }
  for (const { studentId, attendance: chosen, feedback } of intent.participants) {
    const student = findStudent(facts, studentId)
    if (student === undefined) return noStudent()
    const asked = chosen ?? (feedback ? 'present' : attendanceAsTold(studentId, intent, facts))
    const attendance = cancelledReason ? 'cancelled' : asked
    participants.push({
      student,
      before: null,
      after: placeByRule(facts, student, attendance, lesson),
      ...(feedback && attendance === 'present' && { feedback: feedbackRow(feedback, facts.default_club_id) }),
    })
  }
  return planLessons(facts, intent, now, [lesson])
}

/** By the agreement: excused after a 'Não vou' in time, absent after a late one that is not excused, else present. */
function attendanceAsTold(studentId: Uuid, intent: RegistrationIntent, facts: CreditFacts): ChosenAttendance {
  if (!intent.takesReplies) return 'present'
  const told = toldNotToCome(intent, facts).find(({ student_id }) => student_id === studentId)
  return attendanceByOutcome(told?.outcome ?? null, intent.excused?.includes(studentId))
}

/**
 * Editing a lesson (docs/product.md, 'Editing a lesson', 'Attendance'). Removed students get their credit back. Added
 * students get default feedback and are charged by the rule, unless the coach chose a package or 'Sem pacote'. Kept
 * students keep their charge, unless the coach chose another one or they no longer pay; those who pay again are charged
 * by the rule. Moving the lesson chooses no package anew: where a kept package is not valid on the new day, the effects
 * say so, and the coach may choose another.
 */
export function planSessionEdit(intent: SessionEditIntent, facts: CreditFacts, now: Date): PlanResult {
  const { session } = facts
  if (session === null) return noLesson()
  const { date, lessonDay, cancelledReason = session.cancelled_reason } = intent
  const refusal =
    refuseParticipants(intent.participants, rules.noStudentsInEdit) ??
    (date === undefined ? null : refuseDate(date, now))
  if (refusal) return refusal

  const staying = new Set(intent.participants.map(({ studentId }) => studentId))
  const removed = withoutPlace(
    currentParticipants(facts, session).filter(({ student }) => !staying.has(student.id)),
  )
  const participants: ParticipantChange[] = []
  for (const { studentId, attendance: wanted, charge, feedback } of intent.participants) {
    const student = findStudent(facts, studentId)
    if (student === undefined) return noStudent()
    const stored = participantIn(session, studentId) ?? null
    const before = stored && placeOf(stored)
    const attendance = cancelledReason === null ? (wanted ?? attendanceNow(before)) : 'cancelled'
    const kept = before && isCharged(before.attendance) ? before.charge : null
    // Choosing the package that the place uses already changes nothing: `by` stays as it was.
    const isOther = charge && !(kept && packageOf(charge) === packageOf(kept))
    const chosen = isOther && isCharged(attendance) ? charge : undefined
    const refused = chosen && refuseCharge(student, chosen)
    if (refused) return refused
    const paying = chosen ?? kept
    const asked =
      paying && isCharged(attendance)
        ? { attendance, charge: paying }
        : placeByRule(facts, student, attendance, { op: 'update', session, lessonDay }, packageOf(kept))
    participants.push({
      student,
      before,
      // An absence that stays excused keeps the package that it spared, even if the lesson moves to another day.
      after: attendance === before?.attendance && !isCharged(attendance) ? before : asked,
      hadFeedback: Boolean(stored?.feedback),
      feedback: editedFeedback(attendance === 'present' ? feedback : null, stored, facts.default_club_id),
    })
  }
  const lesson = edited(session, intent, [...removed, ...participants], {
    ...(date !== undefined && { date, day: lessonDay }),
    teacher: intent.teacher,
    ...(intent.notes !== undefined && { notes: blankToNull(intent.notes) }),
    cancelled_reason: intent.cancelledReason,
  })
  return planLessons(facts, intent, now, [{ ...lesson, lessonDay }])
}

/** If a cancelled lesson happened after all, everybody counts as present until the coach says otherwise. */
const attendanceNow = (before: Place | null): Attendance =>
  before === null || before.attendance === 'cancelled' ? 'present' : before.attendance

/**
 * Assigning a package by hand (docs/product.md, 'Assigning a package'): the previous package gets its credit back, the
 * new one loses one. An expired package with credits may be chosen; its effect says `expired`, for the warning. The
 * facts hold only packages with credits: a service that wants 'package-empty' rather than 'package-not-found' adds the
 * empty package to the student's facts.
 */
export function planAssignment(intent: AssignmentIntent, facts: CreditFacts, now: Date): PlanResult {
  const { session } = facts
  if (session === null) return noLesson()
  const student = findStudent(facts, intent.studentId)
  const stored = participantIn(session, intent.studentId)
  const charge: Charge = { kind: 'package', packageId: intent.packageId, by: 'hand' }
  if (student === undefined || stored === undefined || !isCharged(stored.attendance)) {
    return failure('assignment-not-found', rules.assignmentNotFound)
  }
  const refusal = stored.package_id === intent.packageId ? null : refuseCharge(student, charge)
  if (refusal) return refusal
  const after = { attendance: stored.attendance, charge }
  const participants = currentParticipants(facts, session).map((participant) =>
    participant.student.id === student.id ? { ...participant, after } : participant,
  )
  const { lessonDay } = intent
  return buildPlan(facts, intent.opId, now, {
    lessons: [{ ...edited(session, intent, participants), lessonDay }],
  })
}

/** Editing one student's feedback, which moves no credit and no alert. Refused unless the student was present. */
export function planFeedbackEdit(intent: FeedbackEditIntent, facts: CreditFacts, now: Date): PlanResult {
  const { session } = facts
  if (session === null) return noLesson()
  const stored = participantIn(session, intent.studentId)
  const student = findStudent(facts, intent.studentId)
  if (student === undefined || stored?.attendance !== 'present') return notThere()
  const { feedback: before } = stored
  const { tapped, feedback: typed } = intent
  const wanted = before && tapped ? { rating: before.rating, tags: before.tags, ...tapped } : typed
  const entry = { notes: before?.notes ?? null, ...wanted }
  const feedback = feedbackRow(entry, before ? before.club_id : facts.default_club_id)
  const place = placeOf(stored)
  const lessons = [edited(session, intent, [{ student, before: place, after: place, feedback }])]
  return buildPlan(facts, intent.opId, now, { lessons })
}

/** Changing one student's attendance in a registered lesson. All other participants stay as they are. */
export function planAttendance(intent: AttendanceIntent, facts: CreditFacts, now: Date): PlanResult {
  const { session } = facts
  if (session === null) return noLesson()
  const { opId, studentId, attendance, expectedVersion = session.version } = intent
  const stored = participantIn(session, studentId)
  if (stored === undefined || stored.attendance === 'cancelled') return notThere()
  const participants = session.participants.map(({ student_id: id }) => ({
    studentId: id,
    ...(id === studentId && { attendance }),
  }))
  const edit = { opId, sessionId: session.id, expectedVersion, lessonDay: session.day, participants }
  return planSessionEdit(edit, facts, now)
}

/**
 * Makes a lesson without a slot the lesson of an occurrence (docs/product.md, 'The same lesson twice'). No credit
 * moves.
 */
export function planLink(intent: LinkIntent, facts: CreditFacts, now: Date): PlanResult {
  const { session } = facts
  if (session === null) return noLesson()
  const lesson = edited(session, intent, [], slotFields(intent.slot))
  return buildPlan(facts, intent.opId, now, { lessons: [lesson] })
}

const slotFields = ({ slotId, slotDate, movedTo }: LinkIntent['slot']) => ({
  slot_id: slotId,
  slot_date: slotDate,
  slot_moved_to: movedTo,
})

/** A change of a stored lesson. `fields` holds only the lesson's fields that change. */
const edited = (
  session: SessionFacts,
  { expectedVersion = session.version }: Pick<EditIntent, 'expectedVersion'>,
  participants: readonly ParticipantChange[],
  fields: Omit<DecidedLesson['session'], 'id'> = {},
): DecidedLesson => ({
  op: 'update',
  session: { id: session.id, ...fields },
  expectedVersion,
  lessonDay: session.day,
  participants,
})

/**
 * Deleting a lesson (docs/product.md, 'Deleting a lesson'): each used package gets its credit back, and the lesson's
 * `unassigned_session` alerts are deleted. If the lesson is gone already, the plan changes nothing and the database
 * reports success.
 */
export const planDeletion = (intent: DeletionIntent, facts: CreditFacts, now: Date): PlanResult =>
  planLessons(facts, intent, now, [deletedLesson(facts, facts.session, intent, now)])

/** The deletion of a lesson. `session` null: the lesson is gone already. */
export const deletedLesson = (
  facts: CreditFacts,
  session: SessionFacts | null,
  { sessionId, expectedVersion = session?.version }: EditIntent,
  now: Date,
): DecidedLesson => ({
  op: 'delete',
  session: { id: sessionId },
  expectedVersion,
  lessonDay: session?.day ?? toLocalDate(now),
  participants: session ? withoutPlace(currentParticipants(facts, session)) : [],
})

/** Cancelling lessons of a day in one plan (docs/product.md, 'A lesson that did not happen'). */
export function planDayCancellation(
  intent: DayCancellationIntent,
  facts: CreditFacts,
  now: Date,
): PlanResult {
  const { occurrences = [], reason } = intent
  const lessons: DecidedLesson[] = []
  for (const asked of intent.sessions) {
    const session = facts.sessions.find(({ id }) => id === asked.sessionId)
    if (session === undefined) return noLesson()
    const participants = currentParticipants(facts, session).map((participant) => ({
      ...participant,
      after: UNPAID,
      ...(participant.hadFeedback && { feedback: null }),
    }))
    lessons.push(edited(session, asked, participants, { cancelled_reason: reason }))
  }
  return planLessons(facts, intent, now, lessons, { occurrences, reason })
}

/**
 * Skipping occurrences of the agenda (docs/product.md, 'Lessons of the agenda'). A skip makes no lesson and takes no
 * credit, but may extend packages.
 */
export const planSkip = (intent: SkipIntent, facts: CreditFacts, now: Date): Planned =>
  planLessons(facts, intent, now, [], intent)

/** The plan for these lessons and skips, with more time for the packages that they turn out not to use. */
function planLessons(
  facts: CreditFacts,
  { opId, extension }: { opId: Uuid; extension?: Extension },
  now: Date,
  lessons: readonly DecidedLesson[],
  { occurrences, reason }: Pick<SkipIntent, 'occurrences' | 'reason'> = { occurrences: [], reason: 'other' },
): Planned {
  const skipped = occurrences.map(({ slotId, slotDate, day, studentIds }): UnusedLesson => ({
    row: { session_id: null, slot_id: slotId, slot_date: slotDate },
    reason: SKIP_REASON_TEXTS[reason],
    lessonDay: day,
    isDeleted: false,
    participants: facts.students
      .filter(({ id }) => studentIds.includes(id))
      .map((student) => ({ student, before: null, after: UNPAID })),
  }))
  const decision = { lessons, skips: exceptionsOf(occurrences, reason) }
  const today = toLocalDate(now)
  const { offer, extended } = extensionsOf(facts, decision, skipped, extension, today)
  const planned = buildPlan(facts, opId, now, { ...decision, extended })
  return offer === null ? planned : { ...planned, offer }
}

/** The exceptions to store for skipped occurrences. An occurrence that had moved keeps its new time. */
const exceptionsOf = (occurrences: readonly SkippedOccurrence[], reason: SkipReason): SlotException[] =>
  occurrences.map(({ slotId, slotDate, movedTo }) => ({
    slot_id: slotId,
    slot_date: slotDate,
    reason,
    moved_to: movedTo,
  }))

/**
 * Makes the database refuse a plan whose slots another device has changed since the coach's screen was read. For
 * answers that the coach gives on a screen: the toast would otherwise tell of an occurrence that no longer exists.
 */
export const refusingChangedSlots = <Plan extends Pick<CreditPlan, 'lessons' | 'skips'>>(
  plan: Plan,
): Plan => ({
  ...plan,
  lessons: plan.lessons.map((lesson) =>
    lesson.op === 'create' && lesson.session.slot_id
      ? { ...lesson, session: { ...lesson.session, slot_changed: 'refuse' as const } }
      : lesson,
  ),
  ...(plan.skips && { skips: { ...plan.skips, slot_changed: 'refuse' as const } }),
})

/** True when a lesson begins later than `now`, by more than two clocks may differ (`CLOCK_TOLERANCE`). */
export const isFutureLesson = (date: Instant, now: Date): boolean =>
  Date.parse(date) > now.getTime() + CLOCK_TOLERANCE

function placeByRule(
  facts: CreditFacts,
  student: StudentFacts,
  attendance: Attendance,
  lesson: Omit<DecidedLesson, 'participants'>,
  /** The package that paid for the student until now. */
  paying?: Uuid | null,
): Place {
  const found = packageByRule(facts, student, attendance, lesson)
  if (!isCharged(attendance)) {
    const spared = attendance === 'excused' && (paying ?? found?.id)
    return { ...UNPAID, attendance, ...(spared && { spared }) }
  }
  return {
    attendance,
    charge: found === null ? { kind: 'owed' } : { kind: 'package', packageId: found.id, by: 'rule' },
  }
}

/**
 * The package that the lesson takes from the student, or would take (docs/product.md, 'Which package a lesson takes').
 * The days that the lesson gave the student, or that a skip gave which it ends, do not count: they end with the charge.
 */
export function packageByRule(
  facts: CreditFacts,
  student: StudentFacts,
  attendance: Attendance,
  lesson: Omit<DecidedLesson, 'participants'>,
): PackageFacts | null {
  const participants = [{ student, before: null, after: { ...UNPAID, attendance } }]
  const decision = { lessons: [{ ...lesson, participants }] }
  const packages = student.packages.map((pkg) => packageAfter(pkg, decision, facts))
  return choosePackage(packages, lesson.lessonDay, facts.rules.package_order)
}

/** All participants of the lesson, unchanged, but those without facts: no rule can decide about them. */
export const currentParticipants = (facts: CreditFacts, session: SessionFacts): ParticipantChange[] =>
  session.participants.flatMap((stored) => {
    const student = findStudent(facts, stored.student_id)
    const place = placeOf(stored)
    const hadFeedback = stored.feedback !== null
    return student === undefined ? [] : [{ student, before: place, after: place, hadFeedback }]
  })

const withoutPlace = (participants: readonly ParticipantChange[]): ParticipantChange[] =>
  participants.map((participant) => ({ ...participant, after: null }))

function refuseParticipants(
  participants: readonly { studentId: Uuid }[],
  noStudents: string,
): Failure | null {
  if (participants.length === 0) return failure('invalid', noStudents)
  const ids = new Set(participants.map(({ studentId }) => studentId))
  return ids.size < participants.length ? failure('invalid', rules.studentTwice) : null
}

const refuseDate = (date: Instant, now: Date): Failure | null =>
  isFutureLesson(date, now) ? failure('session-in-future', rules.inFuture) : null

/** Refuses a chosen package that does not exist or has no credits left. */
function refuseCharge(student: StudentFacts, charge: Charge): Failure | null {
  if (charge.kind !== 'package') return null
  const pkg = student.packages.find(({ id }) => id === charge.packageId)
  if (pkg === undefined) return failure('package-not-found', rules.packageNotFound)
  return pkg.remaining_classes > 0 ? null : failure('package-empty', rules.packageEmpty)
}
