import { LENGTHS, PACKAGE_LIMITS } from '@/core/constants'
import { addDays, toLocalDate } from '@/core/dates'
import { derivedId } from '@/core/ids'
import { participantIn, type Package, type Payment, type Uuid } from '@/core/model'
import { failure, type Failure } from '@/core/result'
import type { PackageDialogValues } from '@/packages/package.schema'
import { expiryDate, packageName } from '@/packages/rules'
import { PACKAGE_MESSAGES } from '@/packages/texts'
import { fromCents, toCents } from '@/payments/money'
import {
  buildPlan,
  findStudent,
  noStudent,
  packageAfter,
  type DecidedLesson,
  type Decision,
} from './build-plan'
import { placeOf, type Place } from './charge'
import type {
  AdjustIntent,
  ExtendIntent,
  SaleIntent,
  SeenPackage,
  TakeBackIntent,
  UndoSaleIntent,
} from './intents'
import type {
  CreditFacts,
  CreditPlan,
  EditedPackage,
  PackageFacts,
  PackagePlan,
  Planned,
  PlanResult,
  StudentFacts,
} from './plan-types'

/**
 * The rules for a package itself: selling it, settling owed lessons with it, adjusting its credits, extending it, and
 * undoing each of these. As for lessons, a plan is decided from facts that one request has read.
 *
 * If the answer to an operation was lost, its repeat is planned from facts that the first attempt has changed. So these
 * rules refuse nothing that the first success would make refusable: the database recognises the operation id, and
 * answers before it checks the rest.
 */

const { plans } = PACKAGE_MESSAGES

export interface SalePlan extends CreditPlan {
  package: Pick<Package, 'id' | 'student_id'> & Required<EditedPackage>
  /** The monthly package that this sale renews; null for any other sale. */
  renews: Uuid | null
  /** Refused unless that package is still marked. */
  only_marked?: true
  /** null: nothing was received yet. */
  payment: Pick<Payment, 'id' | 'amount' | 'paid_on' | 'method'> | null
}

/**
 * Selling a package (docs/product.md, 'Selling and settling'). It pays for the owed lessons that the coach ticked,
 * oldest first, whatever its dates; a lesson from before its start does not begin its validity.
 */
export function planSale(
  intent: SaleIntent,
  facts: CreditFacts,
  now: Date,
): (Planned & { plan: SalePlan }) | Failure {
  const { values, studentId, packageId, payment } = intent
  const student = findStudent(facts, studentId)
  if (student === undefined) return noStudent()
  if (intent.settle.length > values.totalClasses) {
    return failure('invalid', plans.tooManyToSettle(values.totalClasses))
  }
  if (payment !== null && payment.amount > values.price) return failure('overpaid', plans.overpaid)

  const sold = soldPackage(intent)
  // The alerts ask whether the student ever had a package; with this sale the answer is yes.
  const buyer = { ...student, ever_had_package: true }
  const lessons = intent.settle.map(({ sessionId, expectedVersion }): DecidedLesson => {
    const session = facts.sessions.find(({ id }) => id === sessionId)
    const seat = participantIn(session, studentId)
    const attendance = seat?.attendance === 'absent' ? 'absent' : 'present'
    const before: Place = { attendance, charge: { kind: 'owed' } }
    const after: Place = { attendance, charge: { kind: 'package', packageId, by: 'hand' } }
    return {
      op: 'update',
      session: { id: sessionId },
      // If the lesson is gone, its `expectedVersion` makes the database refuse the plan; a version that no lesson has
      // does, if the student is not in the lesson: nobody else pays for it.
      expectedVersion: session && !seat ? -1 : expectedVersion,
      lessonDay: session?.day ?? values.startDate,
      participants: [{ student: buyer, before, after }],
    }
  })
  const open_amount = fromCents(toCents(values.price) - toCents(payment?.amount ?? 0))
  const { name, payment_date } = sold
  const open = { id: packageId, name, payment_date, open_amount }
  const planned = buildPlan(withStudent(facts, buyer), intent.opId, now, {
    lessons,
    ...(open_amount > 0 && { owed: { studentId, packageId, open } }),
    sold: { studentId, package: factsOf(packageId, { ...sold, used_outside: 0, extended_days: 0 }, 0) },
  })
  return {
    ...planned,
    plan: {
      ...planned.plan,
      package: sold,
      renews: intent.renews ?? null,
      ...(intent.onlyMarked && { only_marked: true }),
      payment: payment && {
        id: payment.id,
        amount: payment.amount,
        paid_on: payment.paidOn,
        method: payment.method,
      },
    },
  }
}

/** What undoing a sale sends, besides the operation id. */
export function undoOfSale(sale: SaleIntent): Omit<UndoSaleIntent, 'opId'> {
  const { packageId, studentId, payment, settle } = sale
  const { total_classes, price, purchase_date, payment_date, expiry_date, validity_days, renews_monthly } =
    soldPackage(sale)
  return {
    packageId,
    studentId,
    settled: settle.map(({ sessionId }) => sessionId),
    expected: {
      total_classes,
      used_outside: 0,
      extended_days: 0,
      price,
      paid_total: payment?.amount ?? 0,
      purchase_date,
      payment_date,
      validity_days,
      renews_monthly,
      ...(expiry_date !== null && { expiry_date }),
      payments: payment ? [payment.id] : [],
    },
  }
}

/**
 * Form values as columns, with the derived name and expiry (docs/product.md, 'Packages'). If the validity begins with
 * the first lesson, the expiry is left out: the database computes it.
 */
export const packageRow = (values: PackageDialogValues, extendedDays = 0): EditedPackage => ({
  name: packageName(values.totalClasses),
  total_classes: values.totalClasses,
  price: values.price,
  purchase_date: values.startDate,
  payment_date: values.paymentDate,
  renews_monthly: values.renewsMonthly,
  ...(values.firstLessonValidity
    ? { validity_days: values.validityDays }
    : {
        validity_days: null,
        expiry_date: expiryDate(values.startDate, values.validityDays + extendedDays),
      }),
})

const soldPackage = ({ packageId, studentId, values }: SaleIntent): SalePlan['package'] => ({
  id: packageId,
  student_id: studentId,
  expiry_date: null,
  ...packageRow(values),
})

/**
 * Undoing a sale: the lessons that it settled are owed again, and the package is deleted with its payments. Refused
 * ('package-used') once another lesson uses the package; the database refuses the plan once anything else about the
 * package has changed.
 */
export function planUndoSale(intent: UndoSaleIntent, facts: CreditFacts, now: Date): PlanResult {
  const student = findStudent(facts, intent.studentId)
  if (student === undefined) return noStudent()
  const settled = facts.sessions.flatMap((session): DecidedLesson[] => {
    const stored = participantIn(session, student.id)
    // Another package pays for the lesson meanwhile, or nobody has to pay.
    if (stored?.package_id !== intent.packageId) return []
    const before = placeOf(stored)
    const participants = [{ student, before, after: { ...before, charge: { kind: 'owed' as const } } }]
    const { id, version: expectedVersion, day: lessonDay } = session
    return [{ op: 'update', session: { id }, expectedVersion, lessonDay, participants }]
  })
  const pkg = student.packages.find(({ id }) => id === intent.packageId)
  if (pkg && pkg.used_classes > settled.length) return failure('package-used', plans.used)
  return buildPlan(facts, intent.opId, now, {
    lessons: settled,
    packages: [{ op: 'remove', id: intent.packageId, expected: intent.expected }],
  })
}

type Size = Pick<SeenPackage, 'name' | 'total_classes' | 'used_outside'>

/** The package's size after an adjustment (docs/product.md, 'Adjusting credits'). */
export function adjusted({ name, total_classes, used_outside }: Size, delta: number): Size {
  const takenBack = Math.min(used_outside, Math.max(0, delta))
  const added = Math.max(0, delta) - takenBack
  return {
    name: added === 0 ? name : packageName(total_classes + added),
    total_classes: total_classes + added,
    used_outside: used_outside - takenBack + Math.max(0, -delta),
  }
}

/**
 * Adjusting the credits of a package by hand, from the figures that the coach saw. The database refuses the plan if
 * another device has adjusted the package since, or if lessons have used the credits that it would take out.
 */
export function planAdjust(intent: AdjustIntent, facts: CreditFacts, now: Date): PlanResult {
  const { seen, delta, reason } = intent
  const to = adjusted(seen, delta)
  if (to.total_classes > PACKAGE_LIMITS.classesMax) return failure('package-full', plans.full)
  return planSize(intent, facts, now, { from: seen, to, reason })
}

/**
 * Undoing the adjustment that `intent` made: total and outside uses become what they were. The database refuses the
 * plan if the package has changed since.
 */
export function planUndoAdjust(intent: AdjustIntent, facts: CreditFacts, now: Date): PlanResult {
  const { seen, delta } = intent
  const reason = Array.from(plans.undone(intent.reason)).slice(0, LENGTHS.reason).join('')
  return planSize(intent, facts, now, { from: adjusted(seen, delta), to: seen, reason })
}

/** Extends a package by hand, for instance after a journey or an injury. */
export function planExtend(intent: ExtendIntent, facts: CreditFacts, now: Date): PlanResult {
  const { extensionId: id, studentId: student_id, packageId: package_id, days, reason } = intent
  const byHand = { batch_id: null, session_id: null, slot_id: null, slot_date: null, day: null }
  return planOf(intent, facts, now, { extended: [{ id, student_id, package_id, days, reason, ...byHand }] })
}

/**
 * Takes back an extension given by hand. Changes nothing if another device has taken it back already. An undo is
 * refused ('package-used') if a lesson has used the package since, and it would have expired by now without the days.
 */
export function planTakeBack(intent: TakeBackIntent, facts: CreditFacts, now: Date): PlanResult {
  const { seen, used, packageId } = intent
  const takenBack = facts.extensions.flatMap(({ id }) => (id === intent.extensionId ? id : []))
  const stored = findStudent(facts, intent.studentId)?.packages.find(({ id }) => id === packageId)
  const leftOut = factsOf(packageId, seen, seen.total_classes - seen.used_outside)
  const { used_classes, expiry_date } = packageAfter(stored ?? leftOut, { takenBack }, facts)
  const isNeeded = takenBack.length > 0 && expiry_date !== null && expiry_date < toLocalDate(now)
  if (used !== undefined && used_classes > used && isNeeded) return failure('package-used', plans.used)
  return planOf(intent, facts, now, { takenBack })
}

/** The plan for a decision about one package. The facts may leave that package out (`withSeen`). */
function planOf(
  intent: Pick<AdjustIntent, 'opId' | 'studentId' | 'packageId' | 'seen'>,
  facts: CreditFacts,
  now: Date,
  decision: Decision,
): PlanResult {
  const student = findStudent(facts, intent.studentId)
  if (student === undefined) return noStudent()
  return buildPlan(withSeen(intent, student, facts), intent.opId, now, decision)
}

/** The intent that takes back an extension just given. */
export const undoOfExtension = ({ seen, days, ...intent }: ExtendIntent): TakeBackIntent => ({
  opId: intent.opId,
  packageId: intent.packageId,
  studentId: intent.studentId,
  extensionId: intent.extensionId,
  used: seen.used_classes,
  seen: {
    ...seen,
    extended_days: seen.extended_days + days,
    expiry_date: seen.expiry_date && addDays(seen.expiry_date, days),
  },
})

/**
 * 'Editar Pacote' or 'Apagar pacote', which need no facts: the database refuses them if the package is not as the coach
 * saw it. The plan has no alerts, because the screen that reads the student again brings them up to date.
 */
export const planEdit = (opId: Uuid, edit: Extract<PackagePlan, { op: 'edit' | 'delete' }>): CreditPlan => ({
  op_id: opId,
  based_on: [],
  lessons: [],
  packages: [edit],
  extensions: { add: [], take_back: [] },
  alerts: { raise: [], end: [] },
})

/** The intent that gives back, as a new extension, the days of one just taken back. */
export const undoOfTakingBack = ({ seen, ...given }: ExtendIntent, opId: Uuid): ExtendIntent => ({
  ...given,
  opId,
  extensionId: derivedId(opId, given.extensionId),
  seen: {
    ...seen,
    extended_days: seen.extended_days - given.days,
    expiry_date: seen.expiry_date && addDays(seen.expiry_date, -given.days),
  },
})

type SizeChange = { from: Size; to: Size; reason: string }

function planSize(intent: AdjustIntent, facts: CreditFacts, now: Date, change: SizeChange): PlanResult {
  const asSeen = { ...intent, seen: { ...intent.seen, ...change.from } }
  return planOf(asSeen, facts, now, { packages: [sizePlan(intent.packageId, change)] })
}

export const sizePlan = (id: Uuid, { from, to, reason }: SizeChange): PackagePlan => ({
  op: 'adjust',
  id,
  total_classes: to.total_classes,
  used_outside: to.used_outside,
  name: to.name,
  reason,
  expected: { total_classes: from.total_classes, used_outside: from.used_outside },
})

/** The facts with the intent's package added, because facts leave out packages without credits. */
export function withSeen(
  { packageId, seen }: Pick<AdjustIntent, 'packageId' | 'seen'>,
  student: StudentFacts,
  facts: CreditFacts,
): CreditFacts {
  if (student.packages.some(({ id }) => id === packageId)) return facts
  const empty = factsOf(packageId, seen, seen.total_classes - seen.used_outside)
  return withStudent(facts, { ...student, packages: [...student.packages, empty] })
}

const withStudent = (facts: CreditFacts, student: StudentFacts): CreditFacts => ({
  ...facts,
  students: facts.students.map((each) => (each.id === student.id ? student : each)),
})

function factsOf(id: Uuid, pkg: SeenPackage, used_classes: number): PackageFacts {
  const { name, total_classes, used_outside, purchase_date, expiry_date, validity_days, extended_days } = pkg
  return {
    id,
    name,
    total_classes,
    used_classes,
    used_outside,
    remaining_classes: total_classes - used_outside - used_classes,
    purchase_date,
    expiry_date,
    validity_days,
    extended_days,
    first_day_elsewhere: expiry_date && addDays(expiry_date, -(validity_days ?? 0) - extended_days),
  }
}
