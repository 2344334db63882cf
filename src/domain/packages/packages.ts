import { addDays } from '@/domain/shared/dates'
import type { PackageFacts, StudentFacts } from '@/domain/credits/plan-types'
import type { LocalDate, Package, PackageStatus, Uuid } from '@/domain/shared/model'

/** What the package rules look at; rows of every shape (page, facts, pickers) have it. */
export type PackageBalance = Pick<Package, 'remaining_classes' | 'purchase_date' | 'expiry_date'>

/** The coach's words for a package status (docs/product.md, 'Package status'). */
export const PACKAGE_STATUS_LABELS = {
  active: 'Ativo',
  consumed: 'Consumido',
  expired: 'Vencido',
} as const satisfies Record<PackageStatus, string>

/** The public page's words: there 'expired' is 'Expirado'. */
export const PUBLIC_PACKAGE_STATUS_LABELS = {
  ...PACKAGE_STATUS_LABELS,
  expired: 'Expirado',
} as const satisfies Record<PackageStatus, string>

/**
 * Consumed when nothing remains (checked first), expired when the last valid day is before today, else active
 * (docs/product.md, 'Package status'). Derived, never stored.
 */
export function packageStatus(
  pkg: Pick<PackageBalance, 'remaining_classes' | 'expiry_date'>,
  today: LocalDate,
): PackageStatus {
  if (pkg.remaining_classes <= 0) return 'consumed'
  return isExpired(pkg, today) ? 'expired' : 'active'
}

/** True from the day after the last valid one; credits left or not. */
export function isExpired(pkg: Pick<PackageBalance, 'expiry_date'>, day: LocalDate): boolean {
  return pkg.expiry_date < day
}

/** True when a lesson on that day may take a credit: started, not expired, and credits left. */
export function isUsable(pkg: PackageBalance, day: LocalDate): boolean {
  return pkg.purchase_date <= day && packageStatus(pkg, day) === 'active'
}

/** Credits of the packages that are started and not expired on that day: what alerts count (docs/product.md, 'Total and usable credits'). */
export function usableCredits(packages: readonly PackageBalance[], day: LocalDate): number {
  return packages.reduce((sum, pkg) => sum + (isUsable(pkg, day) ? pkg.remaining_classes : 0), 0)
}

/** Credits of packages that start after `day`: sold already, not usable yet. */
export function upcomingCredits(
  packages: readonly Pick<PackageBalance, 'remaining_classes' | 'purchase_date'>[],
  day: LocalDate,
): number {
  return packages.reduce((sum, pkg) => sum + (pkg.purchase_date > day ? pkg.remaining_classes : 0), 0)
}

/** Credits lost in expired packages: part of `total_credits`, so screens say them wherever a coach could be misled. */
export function expiredCredits(
  packages: readonly Pick<PackageBalance, 'remaining_classes' | 'expiry_date'>[],
  day: LocalDate,
): number {
  return packages.reduce(
    (sum, pkg) => sum + (isExpired(pkg, day) ? Math.max(0, pkg.remaining_classes) : 0),
    0,
  )
}

/**
 * The package that a lesson on that day takes by itself: the oldest purchase, then the earliest expiry, then id,
 * among those usable on that day. null when there is none: the lesson is 'sem pacote' (docs/product.md, 'Which package a lesson takes').
 */
export function choosePackage<P extends PackageBalance & { id: Uuid }>(
  packages: readonly P[],
  day: LocalDate,
): P | null {
  return packages.filter((pkg) => isUsable(pkg, day)).toSorted(byOldest)[0] ?? null
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

function byOldest(a: PackageBalance & { id: Uuid }, b: PackageBalance & { id: Uuid }): number {
  return (
    compare(a.purchase_date, b.purchase_date) || compare(a.expiry_date, b.expiry_date) || compare(a.id, b.id)
  )
}

/** 'Pacote de N aulas', and 'Pacote de 1 aula' for one. */
export function packageName(totalClasses: number): string {
  return `Pacote de ${totalClasses} ${totalClasses === 1 ? 'aula' : 'aulas'}`
}

/** The last valid day: start plus validity (docs/product.md, 'Expiry'); a validity of 0 is the start itself. */
export function expiryDate(start: LocalDate, validityDays: number): LocalDate {
  return addDays(start, validityDays)
}

/** Classes used. */
export function usedClasses(pkg: Pick<Package, 'total_classes' | 'remaining_classes'>): number {
  return pkg.total_classes - pkg.remaining_classes
}

/** Share of used classes in whole percent, 0 to 100. */
export function progressPercent(pkg: Pick<Package, 'total_classes' | 'remaining_classes'>): number {
  if (pkg.total_classes <= 0) return 0
  return Math.min(100, Math.max(0, Math.round((usedClasses(pkg) / pkg.total_classes) * 100)))
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
