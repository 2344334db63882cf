import type { SlotException } from '@/agenda/rules'
import { mergeAlertPlans, planStudentAlerts, reconcile, unassignedDraft } from '@/alerts/rules'
import { addDays, daysBetween, toLocalDate } from '@/core/dates'
import type { LocalDate, Uuid } from '@/core/model'
import { failure, type Failure } from '@/core/result'
import { isExpired, isValidOn } from '@/packages/rules'
import { STUDENT_MESSAGES } from '@/students/texts'
import { toldOf, type Change, type ToldPackage } from './applied'
import { isCharged, isSamePlace, packageOf, placeColumns, type Place } from './charge'
import { withKept, type StudentEffect } from './effects'
import type {
  AlertPlan,
  CreditFacts,
  ExtensionFacts,
  LessonPlan,
  NewExtension,
  OpenPackageFacts,
  PackageFacts,
  PackagePlan,
  Planned,
  RecessPlan,
  StoredFeedback,
  StudentFacts,
} from './plan-types'

/** Builds, from what the rules decided, the plan that the database applies in one transaction. */

/** What the rules decided about one student of a lesson. */
export interface ParticipantChange {
  student: StudentFacts
  /** null: not in the lesson. */
  before: Place | null
  after: Place | null
  /** The student has stored feedback. It is deleted with the participant or the lesson. */
  hadFeedback?: boolean
  /** New or changed feedback. null: the stored feedback is deleted, though the student stays. */
  feedback?: StoredFeedback | null | undefined
}

/** What the rules decided about a lesson. */
export interface DecidedLesson {
  op: LessonPlan['op']
  /** Only the fields that change. */
  session: LessonPlan['session']
  /** The lesson's version that the coach saw, else the one in the facts; absent for a new lesson. */
  expectedVersion?: number | undefined
  lessonDay: LocalDate
  /** Everyone who is in the lesson before or after the plan, including participants who do not change. */
  participants: readonly ParticipantChange[]
}

export interface Decision {
  lessons?: readonly DecidedLesson[]
  packages?: readonly PackagePlan[]
  extended?: readonly NewExtension[]
  /** Extensions given by hand or by a recess that the plan takes back. */
  takenBack?: readonly Uuid[]
  skips?: readonly SlotException[] | undefined
  recess?: RecessPlan
  /** The plan is an undo: extensions whose cause begins again count as before. */
  restores?: boolean
  /** The package that the plan sells, as it is before any lesson uses it. */
  sold?: { studentId: Uuid; package: PackageFacts }
  /** What the student owes for one package after the plan; `open` null: nothing. Absent: the debts stay as they are. */
  owed?: { studentId: Uuid; packageId: Uuid; open: OpenPackageFacts | null }
}

export const findStudent = (facts: CreditFacts, id: Uuid): StudentFacts | undefined =>
  facts.students.find((student) => student.id === id)

export const noStudent = (): Failure => failure('student-not-found', STUDENT_MESSAGES.service.notFound)

/**
 * The plan promises that:
 *
 * - it moves credits only of students whose place or package changes, and names for each of them the credits version
 *   from which it was decided, so the database refuses the plan if another device has moved those credits since;
 * - an update or a deletion of a lesson names the version from which it was decided;
 * - its alerts follow from the balances and expiry dates after the plan.
 */
export function buildPlan(facts: CreditFacts, opId: Uuid, now: Date, decision: Decision): Planned {
  const {
    lessons = [],
    packages = [],
    extended = [],
    takenBack = [],
    skips = [],
    recess,
    restores,
  } = decision
  const today = toLocalDate(now)
  const students = facts.students.map((student) => changeOf(student, decision, facts))
  // A second extension for one day changes no package now, but the plan must name its student's version too.
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
      ...(skips.length > 0 && { skips: { add: skips } }),
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
  const left = participants.filter(({ after }) => after === null)
  return {
    op,
    session,
    ...(expectedVersion !== undefined && { expected_version: expectedVersion }),
    // Deleting the lesson removes all participants.
    remove_students: op === 'delete' ? [] : left.map(({ student }) => student.id),
    participants: participants.flatMap(({ student, before, after, feedback }) => {
      const isSame = isSamePlace(before, after)
      if (after === null || (isSame && feedback === undefined)) return []
      return {
        student_id: student.id,
        ...(!isSame && placeColumns(after)),
        ...(feedback !== undefined && { feedback }),
      }
    }),
  }
}

const NO_ALERTS: AlertPlan = { raise: [], end: [] }

/** One alert for each participant who owes the lesson. A deleted lesson's alerts are deleted with it. */
function planUnassignedAlerts(facts: CreditFacts, decided: DecidedLesson): AlertPlan {
  if (decided.op === 'delete') return NO_ALERTS
  const lesson = { id: decided.session.id, day: decided.lessonDay }
  return reconcile(
    decided.participants
      .filter(({ after }) => after?.charge.kind === 'owed')
      .map(({ student }) => unassignedDraft(lesson, student)),
    facts.alerts.filter(
      ({ session_id, student_id }) =>
        session_id === lesson.id && decided.participants.some(({ student }) => student.id === student_id),
    ),
  )
}

interface StudentChange {
  student: StudentFacts
  /** The packages after the plan. */
  packages: PackageFacts[]
  /** What the student owes after the plan. */
  open: OpenPackageFacts[]
  /** A place, a package or a debt of the student changes. */
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
  const stillOpen = student.open
    .filter((each) => isKept(each) && !(isPaidFor && each.id === owed.packageId))
    // An adjustment may have renamed the package.
    .map((each) => ({ ...each, name: packages.find(({ id }) => id === each.id)?.name ?? each.name }))
  return {
    student,
    packages,
    open: isPaidFor && owed.open ? [...stillOpen, owed.open] : stillOpen,
    isChanged: hasChangedPlace || hasChangedPackage || isPaidFor,
  }
}

/** The facts that, besides the plan, decide how long packages are valid. */
type KnownCauses = Pick<CreditFacts, 'sessions' | 'extensions' | 'occurrences'>

/** The package after the plan; the same object if nothing about it changes. */
export function packageAfter(pkg: PackageFacts, decision: Decision, facts: KnownCauses): PackageFacts {
  const { lessons = [], packages = [] } = decision
  const uses = (place: Place | null): boolean => packageOf(place?.charge) === pkg.id
  const places = lessons.flatMap(({ participants }) => participants)
  const taken =
    places.filter(({ after }) => uses(after)).length - places.filter(({ before }) => uses(before)).length
  const adjusted = packages.find(({ id }) => id === pkg.id)
  const { name, total_classes, used_outside } = adjusted?.op === 'adjust' ? adjusted : pkg
  const lessonDays = lessons
    .filter(({ participants }) => participants.some(({ after }) => uses(after)))
    .map(({ lessonDay }) => lessonDay)
  // `first_day_elsewhere` leaves out every lesson of the facts, so the lessons that the plan does not change are added
  // here.
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
  const counting = facts.extensions.filter(({ stands }) => stands)
  const own = withoutExtensions(pkg)
  const ownAfter = pkg.validity_days === null ? own : firstLastDay(pkg, [...lessonDays, ...otherDays])
  const extendedBy =
    extendedDays(pkg, extensionsAfter(facts, decision), ownAfter) - extendedDays(pkg, counting, own)
  const extended_days = pkg.extended_days + extendedBy
  const expiry_date = ownAfter && addDays(ownAfter, extended_days)
  if (taken === 0 && !adjusted && extendedBy === 0 && expiry_date === pkg.expiry_date) return pkg
  const used_classes = pkg.used_classes + taken
  return {
    ...pkg,
    name,
    total_classes,
    used_classes,
    used_outside,
    remaining_classes: total_classes - used_classes - used_outside,
    extended_days,
    expiry_date,
  }
}

/** A package's last valid day without its extensions. */
const withoutExtensions = ({
  expiry_date,
  extended_days,
}: Pick<PackageFacts, 'expiry_date' | 'extended_days'>) => expiry_date && addDays(expiry_date, -extended_days)

/**
 * The last day without extensions where the validity begins with the first lesson, once the lessons on `lessonDays` use
 * the package. A lesson from before its start does not begin it. null: no lesson has.
 */
function firstLastDay(pkg: PackageFacts, lessonDays: readonly LocalDate[]): LocalDate | null {
  const days = lessonDays.filter((day) => day >= pkg.purchase_date)
  const [first] = [...days, pkg.first_day_elsewhere].filter((day) => day !== null).toSorted()
  return first === undefined ? null : addDays(first, pkg.validity_days ?? 0)
}

/** The plan's effects for each student, for the preview: without money, and packages that are sold or deleted. */
function effectsOf(
  students: readonly StudentChange[],
  lessons: readonly DecidedLesson[],
  today: LocalDate,
): StudentEffect[] {
  const places = lessons.flatMap(({ session, participants }) =>
    participants.map((each) => ({ ...each, session_id: session.id, student_id: each.student.id })),
  )
  const names = {
    students: new Map([...places, ...students].map(({ student: { id, name } }) => [id, name])),
    packages: new Map(students.flatMap(({ packages }) => packages.map(({ id, name }) => [id, name]))),
  }
  const told = toldOf(
    {
      packages: students.flatMap(packageChanges),
      lessons: lessons.map(({ session: { id }, lessonDay: day }) => ({ before: null, after: { id, day } })),
      participants: places
        .filter(({ before, after }) => !isSamePlace(before, after))
        .map((each) => ({ before: rowOf(each.before, each), after: rowOf(each.after, each) })),
      feedbacks: places
        .filter(({ hadFeedback, after, feedback }) => hadFeedback && (after === null || feedback === null))
        .map((before) => ({ before, after: null })),
    },
    names,
    today,
  ).map((effect) => ({ ...effect, sold: [] }))
  const kept = students.map((change) => ({
    studentId: change.student.id,
    studentName: change.student.name,
    keptOutsideValidity: keptOutsideValidity(change, lessons),
  }))
  return withKept(told, kept)
}

const rowOf = (at: Place | null, { session_id, student_id }: { session_id: Uuid; student_id: Uuid }) =>
  at && { ...placeColumns(at), session_id, student_id }

/** The student's packages before and after the plan; none if nothing changes. */
function packageChanges({ student, packages, isChanged }: StudentChange): Change<ToldPackage>[] {
  const figuresOf = (pkg: PackageFacts | undefined) =>
    pkg ? { ...pkg, student_id: student.id, price: 0, paid_total: 0, open_amount: 0 } : null
  if (!isChanged) return []
  return packages.map((after) => ({
    before: figuresOf(student.packages.find(({ id }) => id === after.id)),
    after: figuresOf(after),
  }))
}

/** A moved lesson keeps its packages, even those that are not valid on the new day: these are listed here. */
const keptOutsideValidity = (
  { student, packages }: StudentChange,
  lessons: readonly DecidedLesson[],
): StudentEffect['keptOutsideValidity'] =>
  lessons.flatMap(({ session, lessonDay, participants }) => {
    const change = participants.find((each) => each.student.id === student.id)
    const used = packageOf(change?.after?.charge)
    if (session.date === undefined || used !== packageOf(change?.before?.charge)) return []
    const pkg = packages.find(({ id }) => id === used)
    if (pkg === undefined || isValidOn(pkg, lessonDay)) return []
    return { packageId: pkg.id, packageName: pkg.name, credits: 1, expired: isExpired(pkg, lessonDay) }
  })

/**
 * The extensions that count after the plan, including those that it gives (docs/product.md, 'More time'). An extension
 * counts while its cause stands. This is the forms' preview: `private.recount_validity` computes the same in the
 * database, and what the database stores is what holds.
 */
export function extensionsAfter(facts: KnownCauses, decision: CauseChanges): Counting[] {
  const { extended = [], takenBack = [], restores = false } = decision
  const counting = facts.extensions.flatMap((row): Counting[] => {
    const stands = standsAfter(row, decision) && !takenBack.includes(row.id)
    // If a cause begins again, only the extension that is chosen now counts; an undo brings back the old one.
    return stands && (row.stands || restores) ? [{ ...row, day: dayAfter(row, decision) }] : []
  })
  return [...counting, ...extended, ...floorsOf(facts, decision)]
}

/** An extension that counts: either days, or a floor (`until_day`). */
export type Counting = Pick<ExtensionFacts, 'package_id' | 'days' | 'until_day' | 'day'>

/**
 * The floors that a plan's lessons give (docs/product.md, 'Replies'): after an absence that was told in time and is
 * excused, the spared package is valid at least the days that the judging version of the agreement gives.
 */
const floorsOf = ({ sessions, occurrences }: KnownCauses, { lessons = [] }: CauseChanges): Counting[] =>
  lessons.flatMap(({ op, session, lessonDay: day, participants }) =>
    participants.flatMap(({ student, after }): Counting[] => {
      if (op === 'delete' || after?.attendance !== 'excused' || !after.spared || student.anonymized) return []
      const stored = sessions.find(({ id }) => id === session.id)
      const seat = stored?.participants.find(({ student_id }) => student_id === student.id)
      const { slot_id: slot, slot_date: date } = { ...stored, ...session }
      const planned = occurrences.find(({ slot_id, slot_date }) => slot_id === slot && slot_date === date)
      const said = planned?.replies.find(({ student_id }) => student_id === student.id)
      const outcome = seat ? seat.told_outcome : said?.reply === 'not_coming' && said.outcome
      const makeup = (seat ?? said)?.makeup_days ?? 0
      if (outcome !== 'kept' || makeup === 0) return []
      return [{ package_id: after.spared, days: null, until_day: addDays(day, makeup), day }]
    }),
  )

/** What a plan does to the causes of extensions. */
type CauseChanges = Pick<Decision, 'skips' | 'extended' | 'takenBack' | 'restores' | 'lessons'>

/** Whether the cause of an extension stands after the plan. */
function standsAfter(
  row: ExtensionFacts,
  { lessons = [], skips = [], restores = false }: CauseChanges,
): boolean {
  const lesson = lessons.find(({ session }) => session.id === row.session_id)
  // Only the undo of the deletion makes the kept extensions of a deleted lesson follow the lesson again.
  if (row.kept && lesson?.op !== 'create') return true
  if (row.session_id !== null) {
    // Extensions that count when a lesson is deleted stay, unless the deletion undoes the lesson's registration.
    if (lesson === undefined || lesson.op === 'delete') return row.stands && !(lesson && restores)
    const change = lesson.participants.find(({ student }) => student.id === row.student_id)
    // `floorsOf` counts the floors of every student whom the plan names.
    if (row.until_day && change && !row.kept) return false
    if (restores && row.by_last_change) return false
    return !change?.after || !isCharged(change.after.attendance)
  }
  const isItsOccurrence = ({ slot_id, slot_date }: LessonPlan['session'] | SlotException) =>
    slot_id === row.slot_id && slot_date === row.slot_date
  const written = skips.find(isItsOccurrence)
  if (written) return written.reason !== null
  return row.stands && !lessons.some(({ op, session }) => op === 'create' && isItsOccurrence(session))
}

/** The day that an extension gives back, which follows its lesson. */
function dayAfter(
  { session_id, kept, day }: ExtensionFacts,
  { lessons = [] }: CauseChanges,
): LocalDate | null {
  if (kept) return day
  return lessons.find(({ op, session }) => op === 'update' && session.id === session_id)?.lessonDay ?? day
}

/**
 * How many days these extensions add to a package: all given by hand and by recesses, plus the most that any extension
 * gives for each other day; or what its highest floor needs beyond `ownLastDay`, if that is more. A floor reaches no
 * further past the given days than past its own lesson, so that absences do not chain. `private.extended_days` computes
 * the same.
 */
export function extendedDays(
  { id }: Pick<PackageFacts, 'id'>,
  counting: readonly Counting[],
  ownLastDay: LocalDate | null = null,
): number {
  let days = 0
  const ofDay = new Map<LocalDate, number>()
  for (const row of counting) {
    if (row.package_id !== id) continue
    if (row.day === null) days += row.days ?? 0
    else ofDay.set(row.day, Math.max(ofDay.get(row.day) ?? 0, row.days ?? 0))
  }
  const given = [...ofDay.values()].reduce((sum, each) => sum + each, days)
  if (ownLastDay === null) return given
  const floors = counting.flatMap(({ package_id, until_day: until, day }) =>
    package_id === id && until && day !== null
      ? Math.min(daysBetween(ownLastDay, until), given + daysBetween(day, until))
      : [],
  )
  return Math.max(given, ...floors)
}

/**
 * The last day of a package that gets `days` more by hand; a floor may reach some of them already. null: the validity
 * has not begun.
 */
export function lastDayWith(
  pkg: Pick<PackageFacts, 'id' | 'expiry_date' | 'extended_days'>,
  counting: readonly Counting[],
  days: number,
): LocalDate | null {
  const own = withoutExtensions(pkg)
  const added = { package_id: pkg.id, days, until_day: null, day: null }
  return own && addDays(own, extendedDays(pkg, [...counting, added], own))
}
