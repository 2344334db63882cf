import { MESSAGES } from '@/texts/messages'
import { mergeAlertPlans, planStudentAlerts, reconcile, unassignedDraft } from './alerts'
import { CLOCK_TOLERANCE, RATING } from './constants'
import type {
  AlertPlan,
  CreditFacts,
  FeedbackInput,
  PackageFacts,
  SessionFacts,
  SessionPlan,
  StudentFacts,
} from './credit-plan'
import { localDayOf, toLocalDate } from './dates'
import type { Instant, LocalDate, Uuid } from './model'
import { choosePackage, isExpired } from './packages'

/**
 * The credit rules (spec §4, product.md): what registering, editing, assigning and deleting a lesson does. Each
 * function takes what the coach intends and the facts that were read in one request, and answers a plan that the
 * database applies whole, or the reason why not. Nothing here writes a balance.
 *
 * A lesson's local day decides which packages are valid for it, so an intent carries that day beside the instant:
 * the day on the coach's device when it was entered, whatever device or time zone sends it later. `now` decides the
 * alerts, and that no lesson lies in the future.
 */

/** What a coach says about one student in one lesson. */
export interface FeedbackEntry {
  studentId: Uuid
  /** 1 to 5. */
  rating: number
  notes: string | null
  tags: readonly string[]
  /** Absent: what it was, or the default club for new feedback. */
  clubId?: Uuid | null
}

interface Intent {
  /** One per intention of the coach, kept across retries and re-plans. */
  opId: Uuid
  /** Made by the client. */
  sessionId: Uuid
}

/** An intent of a person who saw the lesson in this version; absent, the newest version is taken. */
interface EditIntent extends Intent {
  expectedVersion?: number
}

export interface RegistrationIntent extends Intent {
  date: Instant
  /** The day of `date` on the device where it was entered. */
  lessonDay: LocalDate
  teacher: string
  notes: string | null
  studentIds: readonly Uuid[]
  feedbacks: readonly FeedbackEntry[]
}

export interface SessionEditIntent extends EditIntent {
  expectedVersion: number
  /** The lesson's day after the edit. */
  lessonDay: LocalDate
  /** Absent: unchanged. */
  date?: Instant
  teacher?: string
  notes?: string | null
  /** Everyone in the lesson after the edit; who is missing is removed. */
  students: readonly StudentChoice[]
  /** New or changed feedback; entries of students who are not in the lesson are ignored. */
  feedbacks: readonly FeedbackEntry[]
}

/**
 * Which package a student's lesson takes: an id, null for 'sem pacote', or absent when the coach chose none: then an
 * added student's lesson takes what registering would choose, and a kept student's keeps what it has.
 */
export interface StudentChoice {
  studentId: Uuid
  packageId?: Uuid | null
}

export interface AssignmentIntent extends EditIntent {
  /** The day of the lesson. */
  lessonDay: LocalDate
  studentId: Uuid
  packageId: Uuid
}

export interface FeedbackEditIntent extends EditIntent {
  feedback: FeedbackEntry
}

export type DeletionIntent = EditIntent

/** A package that gains or loses a credit by a plan. */
export interface PackageEffect {
  packageId: Uuid
  packageName: string
  /** Balance after the plan. */
  remaining: number
  /** For a taken credit: expired on the lesson's day. For a returned one: expired today, so it comes back unusable. */
  expired: boolean
}

/** What a plan does to one student's credits. */
export interface StudentEffect {
  studentId: Uuid
  studentName: string
  taken: PackageEffect | null
  returned: PackageEffect | null
  /** True when the student is in the lesson, after the plan, without a package. */
  withoutPackage: boolean
}

export type RefusalReason =
  | 'no-students'
  | 'student-twice'
  | 'in-future'
  | 'session-not-found'
  | 'student-not-found'
  | 'package-not-found'
  | 'package-empty'
  | 'assignment-not-found'

export type PlanResult =
  | { ok: true; plan: SessionPlan; effects: StudentEffect[] }
  | { ok: false; reason: RefusalReason; message: string }

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
      ...(intent.date === undefined ? {} : { date: intent.date }),
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
    lessonDay: session === null ? toLocalDate(now) : localDayOf(session.date),
    decisions: session === null ? [] : currentDecisions(facts, session).map((d) => ({ ...d, after: null })),
    feedbacks: [],
  })
}

/** True when a lesson's instant lies after now, beyond what two clocks may differ. */
export function isFutureLesson(date: Instant, now: Date): boolean {
  return Date.parse(date) > now.getTime() + CLOCK_TOLERANCE
}

/** A package as a coach may pick it for a lesson. */
export interface PackageOption {
  package: PackageFacts
  /** On the lesson's day: it may be chosen, with a warning. */
  expired: boolean
  /** The lesson uses it now. */
  current: boolean
}

/** What can be picked for a student's lesson: packages with credits left and the one in use, oldest first. */
export function packageOptions(
  student: StudentFacts,
  lessonDay: LocalDate,
  currentPackageId: Uuid | null,
): PackageOption[] {
  return student.packages
    .filter((pkg) => pkg.remaining_classes > 0 || pkg.id === currentPackageId)
    .toSorted((a, b) => (a.purchase_date < b.purchase_date ? -1 : a.purchase_date > b.purchase_date ? 1 : 0))
    .map((pkg) => ({
      package: pkg,
      expired: isExpired(pkg, lessonDay),
      current: pkg.id === currentPackageId,
    }))
}

/** What a plan does to one student, in words: '1 crédito volta para o Pacote de 10 aulas'. */
export function describeEffect(effect: StudentEffect): string[] {
  const { effects } = MESSAGES.sessions
  const lines: string[] = []
  if (effect.returned) {
    const say = effect.returned.expired ? effects.returnedExpired : effects.returned
    lines.push(say(effect.returned.packageName))
  }
  if (effect.taken) {
    const say = effect.taken.expired ? effects.takenExpired : effects.taken
    lines.push(say(effect.taken.packageName))
  }
  if (effect.withoutPackage) lines.push(effects.withoutPackage)
  return lines
}

// How the plans are made ------------------------------------------------------------------------------------------

type Assignment = Pick<SessionFacts['assignments'][number], 'package_id' | 'manually_assigned'>

/** One student before and after the plan; null: not in the lesson. */
interface Decision {
  student: StudentFacts
  before: Assignment | null
  after: Assignment | null
}

interface Draft {
  op: SessionPlan['op']
  session: SessionPlan['session']
  lessonDay: LocalDate
  /** Every student who is in the lesson before or after the plan. */
  decisions: readonly Decision[]
  feedbacks: FeedbackInput[]
}

type Refusal = Extract<PlanResult, { ok: false }>

function refuse(reason: RefusalReason, message: string): Refusal {
  return { ok: false, reason, message }
}

function findStudent(facts: CreditFacts, id: Uuid): StudentFacts | undefined {
  return facts.students.find((student) => student.id === id)
}

const hasTwins = (ids: readonly Uuid[]): boolean => new Set(ids).size < ids.length

const blankToNull = (text: string | null): string | null => text?.trim() || null

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

/** Feedback that is new or says something else than what is stored. */
function editedFeedbacks(
  intent: SessionEditIntent,
  facts: CreditFacts,
  session: SessionFacts,
): FeedbackInput[] {
  return intent.students.flatMap(({ studentId }) => {
    const entry = intent.feedbacks.find((feedback) => feedback.studentId === studentId)
    const existing = session.feedbacks.find(({ student_id }) => student_id === studentId)
    const isAdded = !session.assignments.some(({ student_id }) => student_id === studentId)
    if (entry === undefined) {
      const added = { studentId, rating: RATING.addedInEdit, notes: null, tags: [] }
      return isAdded ? [feedbackRow(added, facts.default_club_id)] : []
    }
    const row = feedbackRow(entry, existing ? existing.club_id : facts.default_club_id)
    return existing !== undefined && sameFeedback(row, existing) ? [] : [row]
  })
}

function feedbackRow(entry: FeedbackEntry, club: Uuid | null): FeedbackInput {
  return {
    student_id: entry.studentId,
    rating: entry.rating,
    notes: blankToNull(entry.notes),
    tags: [...new Set(entry.tags)],
    club_id: entry.clubId === undefined ? club : entry.clubId,
  }
}

function sameFeedback(a: FeedbackInput, b: FeedbackInput): boolean {
  return (
    a.rating === b.rating &&
    a.notes === b.notes &&
    a.club_id === b.club_id &&
    a.tags.length === b.tags.length &&
    a.tags.every((tag, index) => tag === b.tags[index])
  )
}

function compose(facts: CreditFacts, intent: EditIntent, now: Date, draft: Draft): PlanResult {
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
