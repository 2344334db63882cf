import type { ExceptionPlan } from '@/agenda/rules'
import { mergeAlertPlans, planStudentAlerts, reconcile, unassignedDraft } from '@/alerts/rules'
import { addDays, toLocalDate } from '@/core/dates'
import type { LocalDate, Uuid } from '@/core/model'
import { isExpired, isValidOn } from '@/packages/rules'
import { isSamePlace, packageOf, placeColumns, type Place } from './charge'
import type { PackageEffect, StudentEffect } from './effects'
import type { PlanResult } from './plan-result'
import type {
  AlertPlan,
  CreditFacts,
  LessonPlan,
  NewExtension,
  OpenPackageFacts,
  PackageFacts,
  PackagePlan,
  RecessPlan,
  StoredFeedback,
  StudentFacts,
} from './plan-types'
import { extendedDays, extensionsAfter } from './validity'

/** From what the rules decided to the plan that the database applies in one transaction. */

/** What the rules decided about one student of a lesson. */
export interface ParticipantChange {
  student: StudentFacts
  /** null: not in the lesson. */
  before: Place | null
  after: Place | null
  /** Feedback is stored. It goes with the student, and with a lesson that is deleted. */
  hadFeedback?: boolean
  /** New or changed feedback; null: the stored one goes, though the student stays. */
  feedback?: StoredFeedback | null | undefined
}

/** What the rules decided about a session. */
export interface DecidedLesson {
  op: LessonPlan['op']
  /** Only the fields that change. */
  session: LessonPlan['session']
  /** The version that the coach saw, else that of the facts; absent when creating. */
  expectedVersion?: number | undefined
  lessonDay: LocalDate
  /** Everyone who is in the session before or after the plan, also those whose place stays. */
  participants: readonly ParticipantChange[]
}

/** All that a plan does. */
export interface Decision {
  lessons?: readonly DecidedLesson[]
  packages?: readonly PackagePlan[]
  /** Days that the plan gives. */
  extended?: readonly NewExtension[]
  /** Days given by hand, or by a recess, that the plan takes back. */
  takenBack?: readonly Uuid[]
  skips?: ExceptionPlan
  recess?: RecessPlan
  /** An undo: days whose cause begins again count as before. */
  restores?: boolean
  /** A package that comes with the plan, as it is before any lesson uses it. */
  sold?: { studentId: Uuid; package: PackageFacts }
  /** What is owed of a package after the plan; null: nothing. Absent: as it was. */
  owed?: { studentId: Uuid; packageId: Uuid; open: OpenPackageFacts | null }
}

/**
 * The plan promises that:
 *
 * - it moves credits only of the participants whose place changes, and names the version of each one's credits that it
 *   was decided from, so the database refuses it when another device moved those credits meanwhile;
 * - an update or a deletion names the session's version that it was decided from;
 * - its alerts are those that the balances and the expiry after the plan call for.
 */
export function buildPlan(facts: CreditFacts, opId: Uuid, now: Date, decision: Decision): PlanResult {
  const {
    lessons = [],
    packages = [],
    extended = [],
    takenBack = [],
    skips,
    recess,
    restores = false,
  } = decision
  const today = toLocalDate(now)
  const students = facts.students.map((student) => changeOf(student, decision, facts))
  // Days for a day that has days already change no package now, but the plan names their student too.
  const isExtended = (id: Uuid) => extended.some(({ student_id }) => student_id === id)
  const changes = students.filter(({ isChanged, student }) => isChanged || isExtended(student.id))
  const after = changes.map(({ student, packages: left, open }) => ({ ...student, packages: left, open }))
  return {
    success: true,
    effects: effectsOf(students, lessons, today),
    plan: {
      op_id: opId,
      based_on: changes.map(({ student }) => ({ student_id: student.id, version: student.credits_version })),
      lessons: lessons.map(lessonPlan),
      packages: [...packages],
      extensions: { add: [...extended], take_back: [...takenBack] },
      ...(skips && skips.add.length + skips.remove.length > 0 && { skips }),
      ...(recess && { recess }),
      ...(restores && { restores }),
      alerts: mergeAlertPlans(
        lessons.map((lesson) => planUnassignedAlerts(facts, lesson)).reduce(mergeAlertPlans, NO_ALERTS),
        planStudentAlerts(after, facts.alerts, today),
      ),
    },
  }
}

function lessonPlan({ op, session, expectedVersion, participants }: DecidedLesson): LessonPlan {
  const left = participants.filter(({ before, after }) => before !== null && after === null)
  return {
    op,
    session,
    ...(expectedVersion === undefined ? {} : { expected_version: expectedVersion }),
    // Deleting the session removes everyone with it.
    remove_students: op === 'delete' ? [] : left.map(({ student }) => student.id),
    participants: participants.flatMap(({ student, before, after, feedback }) => {
      if (after === null) return []
      const place = isSamePlace(before, after) ? {} : placeColumns(after)
      const change = { ...place, ...(feedback !== undefined && { feedback }) }
      return Object.keys(change).length === 0 ? [] : [{ student_id: student.id, ...change }]
    }),
  }
}

const NO_ALERTS: AlertPlan = { raise: [], end: [] }

/** One alert for each participant who owes the lesson; those of a deleted session go with it. */
function planUnassignedAlerts(facts: CreditFacts, decided: DecidedLesson): AlertPlan {
  if (decided.op === 'delete') return NO_ALERTS
  const lesson = { id: decided.session.id, day: decided.lessonDay }
  const known = new Set(decided.participants.map(({ student }) => student.id))
  return reconcile(
    decided.participants
      .filter(({ after }) => after?.charge.kind === 'owed')
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

interface StudentChange {
  student: StudentFacts
  /** The packages once the plan is applied. */
  packages: PackageFacts[]
  /** What is owed then. */
  open: OpenPackageFacts[]
  /** A place, a package or what is owed changes. */
  isChanged: boolean
}

function changeOf(student: StudentFacts, decision: Decision, facts: KnownCauses): StudentChange {
  const { lessons = [], packages: planned = [], sold, owed } = decision
  const own = sold?.studentId === student.id ? [...student.packages, sold.package] : student.packages
  const isKept = ({ id }: { id: Uuid }) => !planned.some((each) => each.op === 'remove' && each.id === id)
  const kept = own.filter(isKept)
  const packages = kept.map((pkg) => packageAfter(pkg, decision, facts))
  const hasChangedPlace = lessons.some(({ participants }) =>
    participants.some((each) => each.student.id === student.id && !isSamePlace(each.before, each.after)),
  )
  const hasChangedPackage =
    own !== student.packages || kept.length < own.length || packages.some((pkg, at) => pkg !== kept[at])
  const isPaidFor = owed?.studentId === student.id
  const stillOpen = student.open.filter((each) => isKept(each) && !(isPaidFor && each.id === owed.packageId))
  return {
    student,
    packages,
    open: isPaidFor && owed.open ? [...stillOpen, owed.open] : stillOpen,
    isChanged: hasChangedPlace || hasChangedPackage || isPaidFor || stillOpen.length < student.open.length,
  }
}

/** What decides about the validity of packages beside the plan. */
type KnownCauses = Pick<CreditFacts, 'sessions' | 'extensions'>

/** The package once the plan is applied: the same object when nothing of it changes. */
export function packageAfter(pkg: PackageFacts, decision: Decision, facts: KnownCauses): PackageFacts {
  const { lessons = [], packages = [] } = decision
  const uses = (place: Place | null): boolean => packageOf(place?.charge) === pkg.id
  const places = lessons.flatMap(({ participants }) => participants)
  const taken =
    places.filter(({ after }) => uses(after)).length - places.filter(({ before }) => uses(before)).length
  const adjusted = packages.find((each) => each.op === 'adjust' && each.id === pkg.id)
  const { name, total_classes, used_outside } = adjusted?.op === 'adjust' ? adjusted : pkg
  const extendedBy =
    extendedDays(pkg, extensionsAfter(facts, decision)) -
    extendedDays(
      pkg,
      facts.extensions.filter(({ stands }) => stands),
    )
  const lessonDays = lessons
    .filter(({ participants }) => participants.some(({ after }) => uses(after)))
    .map(({ lessonDay }) => lessonDay)
  // `first_day_elsewhere` leaves out every lesson of the facts, also those about which nothing is decided.
  const isDecided = (sessionId: Uuid, studentId: Uuid): boolean =>
    lessons.some(
      ({ session, participants }) =>
        session.id === sessionId && participants.some(({ student }) => student.id === studentId),
    )
  const otherDays = facts.sessions
    .filter(({ id, participants }) =>
      participants.some((row) => row.package_id === pkg.id && !isDecided(id, row.student_id)),
    )
    .map(({ day }) => day)
  const expiry_date = expiryAfter(pkg, [...lessonDays, ...otherDays], extendedBy)
  if (taken === 0 && !adjusted && extendedBy === 0 && expiry_date === pkg.expiry_date) return pkg
  const used_classes = pkg.used_classes + taken
  return {
    ...pkg,
    name,
    total_classes,
    used_classes,
    used_outside,
    remaining_classes: total_classes - used_classes - used_outside,
    extended_days: pkg.extended_days + extendedBy,
    expiry_date,
  }
}

/**
 * The last valid day once these lessons use the package. A validity that begins with the first lesson moves with it;
 * lessons before the start of the package do not begin it.
 */
function expiryAfter(
  pkg: PackageFacts,
  lessonDays: readonly LocalDate[],
  extendedBy: number,
): LocalDate | null {
  if (pkg.validity_days === null) return pkg.expiry_date && addDays(pkg.expiry_date, extendedBy)
  const days = lessonDays.filter((day) => day >= pkg.purchase_date)
  const first = [
    ...days,
    ...(pkg.first_day_elsewhere === null ? [] : [pkg.first_day_elsewhere]),
  ].toSorted()[0]
  return first === undefined ? null : addDays(first, pkg.validity_days + pkg.extended_days + extendedBy)
}

/** What changes for each student, in the order in which the lessons name them. */
function effectsOf(
  students: readonly StudentChange[],
  lessons: readonly DecidedLesson[],
  today: LocalDate,
): StudentEffect[] {
  const named = lessons.flatMap(({ participants }) => participants.map(({ student }) => student.id))
  const place = ({ student }: StudentChange) => {
    const at = named.indexOf(student.id)
    return at === -1 ? named.length : at
  }
  return students
    .toSorted((a, b) => place(a) - place(b))
    .map((change) => effectOf(change, lessons, today))
    .filter((effect) => effect !== null)
}

/** null: nothing to tell. */
function effectOf(
  { student, packages, isChanged }: StudentChange,
  lessons: readonly DecidedLesson[],
  today: LocalDate,
): StudentEffect | null {
  const lines: StudentEffect = {
    studentId: student.id,
    studentName: student.name,
    taken: [],
    returned: [],
    keptOutsideValidity: [],
    validity: packages.flatMap((pkg) => {
      const before = student.packages.find(({ id }) => id === pkg.id)
      if (before === undefined) return []
      const extendedBy = pkg.extended_days - before.extended_days
      if (extendedBy === 0 && before.expiry_date === pkg.expiry_date) return []
      const from = before.expiry_date
      return { packageId: pkg.id, packageName: pkg.name, extendedBy, from, expiry: pkg.expiry_date }
    }),
    sold: [],
    removed: [],
    adjusted: packages.flatMap((pkg) => {
      const before = student.packages.find(({ id }) => id === pkg.id)
      const delta = before === undefined ? 0 : sizeOf(pkg) - sizeOf(before)
      const { remaining_classes: to } = pkg
      return delta === 0 ? [] : [{ packageId: pkg.id, packageName: pkg.name, from: to - delta, to }]
    }),
    money: [],
    received: [],
    withoutPackage: false,
    uncharged: false,
    choiceLost: false,
    feedbackRemoved: 0,
  }
  let isTold = isChanged
  const add = (effects: PackageEffect[], place: Place | null, day: LocalDate): void => {
    const pkg = packages.find(({ id }) => id === packageOf(place?.charge))
    if (pkg === undefined) return
    const there = effects.find(({ packageId }) => packageId === pkg.id)
    if (there) there.credits += 1
    else effects.push(packageEffect(pkg, day))
  }
  for (const { op, session, lessonDay, participants } of lessons) {
    const change = participants.find((each) => each.student.id === student.id)
    if (change === undefined) continue
    const { before, after, hadFeedback = false, feedback } = change
    if (hadFeedback && (after === null || feedback === null)) {
      lines.feedbackRemoved += 1
      isTold = true
    }
    if (packageOf(before?.charge) !== packageOf(after?.charge)) {
      add(lines.returned, before, today)
      add(lines.taken, after, lessonDay)
    } else if (op === 'update' && session.date !== undefined) {
      const pkg = packages.find(({ id }) => id === packageOf(after?.charge))
      if (pkg && !isValidOn(pkg, lessonDay)) {
        lines.keptOutsideValidity.push(packageEffect(pkg, lessonDay))
        isTold = true
      }
    }
    if (isSamePlace(before, after) || after === null) continue
    lines.withoutPackage ||= after.charge.kind === 'owed'
    if (after.charge.kind !== 'none') continue
    lines.uncharged ||= before === null
    lines.choiceLost ||= before?.charge.kind === 'package' && before.charge.by === 'hand'
  }
  return isTold ? lines : null
}

/** The credits that lessons may use. */
const sizeOf = ({ total_classes, used_outside }: PackageFacts): number => total_classes - used_outside

function packageEffect(pkg: PackageFacts, day: LocalDate): PackageEffect {
  return {
    packageId: pkg.id,
    packageName: pkg.name,
    credits: 1,
    remaining: pkg.remaining_classes,
    expired: isExpired(pkg, day),
  }
}
