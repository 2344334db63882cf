import type { LocalDate, Uuid } from '@/core/model'
import { isExpired, isUsable, type PackageBalance } from '@/packages/rules'
import type { CoachRules, PackageFacts, StudentFacts } from './plan-types'

/** Which package a session takes: by the rule, and which ones a coach may choose by hand. */

type Candidate = PackageBalance & { id: Uuid }
type PackageOrder = CoachRules['package_order']

/**
 * The rule (docs/product.md, 'Which package a lesson takes'): of the packages that are usable on the lesson's day the
 * first in the coach's order, so that every device chooses the same one. null when none is usable: the lesson is 'sem
 * pacote'.
 */
export function choosePackage<P extends Candidate>(
  packages: readonly P[],
  lessonDay: LocalDate,
  order: PackageOrder,
): P | null {
  return packages.filter((pkg) => isUsable(pkg, lessonDay)).toSorted(BY[order])[0] ?? null
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
const byPurchase = (a: Candidate, b: Candidate): number => compare(a.purchase_date, b.purchase_date)
/** A package whose validity has not begun expires last. */
const byExpiry = (a: Candidate, b: Candidate): number =>
  a.expiry_date === null || b.expiry_date === null
    ? Number(a.expiry_date === null) - Number(b.expiry_date === null)
    : compare(a.expiry_date, b.expiry_date)
const byId = (a: Candidate, b: Candidate): number => compare(a.id, b.id)

const BY: Record<PackageOrder, (a: Candidate, b: Candidate) => number> = {
  oldest: (a, b) => byPurchase(a, b) || byExpiry(a, b) || byId(a, b),
  expires_first: (a, b) => byExpiry(a, b) || byPurchase(a, b) || byId(a, b),
}

/** A package that a coach may choose for a session by hand. */
export interface PackageOption {
  package: PackageFacts
  /** On the lesson's day. One outside its validity may be chosen, with a warning. */
  validity: 'valid' | 'expired' | 'upcoming'
  /** The session uses it now. */
  current: boolean
}

/** The packages with credits left and the one in use, oldest first. */
export function packageOptions(
  student: StudentFacts,
  lessonDay: LocalDate,
  currentPackageId: Uuid | null,
): PackageOption[] {
  return student.packages
    .filter((pkg) => pkg.remaining_classes > 0 || pkg.id === currentPackageId)
    .toSorted(BY.oldest)
    .map((pkg) => ({
      package: pkg,
      validity: isExpired(pkg, lessonDay) ? 'expired' : pkg.purchase_date > lessonDay ? 'upcoming' : 'valid',
      current: pkg.id === currentPackageId,
    }))
}
