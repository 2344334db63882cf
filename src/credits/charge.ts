import type { Attendance, LocalDate, Uuid } from '@/core/model'
import { isExpired, isUsable, type PackageBalance } from '@/packages/rules'
import type { CoachRules, PackageFacts, PlaceRow, StudentFacts } from './plan-types'

/** How a student's place in a lesson is paid for, and which package pays. */

/**
 * With a credit of a package, which the rule or the coach chose (`by`); not yet ('sem pacote': the lesson is owed until
 * a package is assigned); or not at all, because the absence is excused or the lesson did not happen (docs/product.md,
 * 'Attendance').
 */
export type Charge =
  | { kind: 'package'; packageId: Uuid; by: 'rule' | 'hand' }
  | { kind: 'owed' }
  | { kind: 'none' }

/** A charge that a coach chooses by hand. */
export type ChosenCharge = Exclude<Charge, { kind: 'none' }>

/** One student's place in a lesson: who came, and how it is paid for. */
export interface Place {
  attendance: Attendance
  charge: Charge
  /** For an excused absence: the package that would have paid for the lesson. */
  spared?: Uuid | null
}

/** Whether a student with this attendance pays for the lesson (docs/product.md, 'Attendance'). */
export const isCharged = (attendance: Attendance): boolean =>
  attendance === 'present' || attendance === 'absent'

export function placeOf({ attendance, package_id, manually_assigned, spared_package_id }: PlaceRow): Place {
  if (!isCharged(attendance)) {
    return { attendance, charge: { kind: 'none' }, ...(spared_package_id && { spared: spared_package_id }) }
  }
  if (package_id === null) return { attendance, charge: { kind: 'owed' } }
  const by = manually_assigned ? 'hand' : 'rule'
  return { attendance, charge: { kind: 'package', packageId: package_id, by } }
}

export const placeColumns = ({ attendance, charge, spared }: Place): PlaceRow => ({
  package_id: packageOf(charge),
  manually_assigned: charge.kind === 'package' && charge.by === 'hand',
  attendance,
  ...(spared && { spared_package_id: spared }),
})

/** The package whose credit the charge takes; null for none. */
export const packageOf = (charge: Charge | null | undefined): Uuid | null =>
  charge?.kind === 'package' ? charge.packageId : null

/** True when both places have the same attendance and package, chosen the same way. null: not in the lesson. */
export function isSamePlace(a: Place | null, b: Place | null): boolean {
  if (a === null || b === null) return a === b
  const [one, other] = [placeColumns(a), placeColumns(b)]
  return (
    one.attendance === other.attendance &&
    one.package_id === other.package_id &&
    one.manually_assigned === other.manually_assigned
  )
}

export type Candidate = PackageBalance & { id: Uuid }
export type PackageOrder = CoachRules['package_order']

/**
 * The first, in the coach's order, of the packages that are usable on the lesson's day (docs/product.md, 'Which package
 * a lesson takes'). The order ends with the id, so every device chooses the same package. null when no package is
 * usable: the lesson is 'sem pacote'.
 */
export const choosePackage = <P extends Candidate>(
  packages: readonly P[],
  lessonDay: LocalDate,
  order: PackageOrder,
): P | null => packages.filter((pkg) => isUsable(pkg, lessonDay)).toSorted(BY[order])[0] ?? null

const compare = (a: string, b: string): number => Number(a > b) - Number(a < b)
const byPurchase = (a: Candidate, b: Candidate): number => compare(a.purchase_date, b.purchase_date)
/** A package whose validity has not begun expires last: '~' sorts after every digit. */
const byExpiry = (a: Candidate, b: Candidate): number => compare(a.expiry_date ?? '~', b.expiry_date ?? '~')
const byId = (a: Candidate, b: Candidate): number => compare(a.id, b.id)

const BY: Record<PackageOrder, (a: Candidate, b: Candidate) => number> = {
  oldest: (a, b) => byPurchase(a, b) || byExpiry(a, b) || byId(a, b),
  expires_first: (a, b) => byExpiry(a, b) || byPurchase(a, b) || byId(a, b),
}

/** A package that a coach may choose for a lesson by hand. */
export interface PackageOption {
  package: PackageFacts
  /** On the lesson's day. The coach may choose a package that is not valid then, and is warned. */
  validity: 'valid' | 'expired' | 'upcoming'
  /** The lesson uses this package now. */
  current: boolean
}

/** The packages with credits left, and the package in use even if it is empty; oldest start date first. */
export function packageOptions(
  student: StudentFacts,
  lessonDay: LocalDate,
  currentPackageId: Uuid | null,
): PackageOption[] {
  const validityOf = (pkg: PackageFacts): PackageOption['validity'] => {
    if (isExpired(pkg, lessonDay)) return 'expired'
    return pkg.purchase_date > lessonDay ? 'upcoming' : 'valid'
  }
  return student.packages
    .filter((pkg) => pkg.remaining_classes > 0 || pkg.id === currentPackageId)
    .toSorted(BY.oldest)
    .map((pkg) => ({ package: pkg, validity: validityOf(pkg), current: pkg.id === currentPackageId }))
}
