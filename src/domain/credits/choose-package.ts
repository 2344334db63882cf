import { isExpired, isUsable, type PackageBalance } from '@/domain/packages/packages'
import type { LocalDate, Uuid } from '@/domain/shared/model'
import type { PackageFacts, StudentFacts } from './plan-types'

/** Which package a session takes: by the rule, and which ones a coach may choose by hand. */

/**
 * The rule (docs/product.md, 'Which package a lesson takes'): of the packages that are usable on the lesson's day the
 * oldest purchase, then the earliest expiry, then the smallest id, so that every device chooses the same one. null
 * when none is usable: the lesson is 'sem pacote'.
 */
export function choosePackage<P extends PackageBalance & { id: Uuid }>(
  packages: readonly P[],
  lessonDay: LocalDate,
): P | null {
  return packages.filter((pkg) => isUsable(pkg, lessonDay)).toSorted(byAge)[0] ?? null
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

function byAge(a: PackageBalance & { id: Uuid }, b: PackageBalance & { id: Uuid }): number {
  return (
    compare(a.purchase_date, b.purchase_date) || compare(a.expiry_date, b.expiry_date) || compare(a.id, b.id)
  )
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
    .toSorted(byAge)
    .map((pkg) => ({
      package: pkg,
      validity: isExpired(pkg, lessonDay) ? 'expired' : pkg.purchase_date > lessonDay ? 'upcoming' : 'valid',
      current: pkg.id === currentPackageId,
    }))
}
