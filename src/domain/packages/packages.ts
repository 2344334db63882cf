import { addDays } from '@/domain/shared/dates'
import type { LocalDate, Package, PackageStatus } from '@/domain/shared/model'

/** What the package rules look at; rows of every shape (page, facts, pickers) have it. */
export type PackageBalance = Pick<Package, 'remaining_classes' | 'purchase_date' | 'expiry_date'>

/** The coach's words for a package status (spec §3). */
export const PACKAGE_STATUS_LABELS = {
  active: 'Ativo',
  consumed: 'Consumido',
  expired: 'Vencido',
} as const satisfies Record<PackageStatus, string>

/** The public page's words: there 'expired' is 'Expirado' (product.md). */
export const PUBLIC_PACKAGE_STATUS_LABELS = {
  ...PACKAGE_STATUS_LABELS,
  expired: 'Expirado',
} as const satisfies Record<PackageStatus, string>

/**
 * Consumed when nothing remains (checked first), expired when the last valid day is before today, else active
 * (spec §4). Derived, never stored.
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

/** True from the first to the last valid day; credits left or not. */
export function isValidOn(
  pkg: Pick<PackageBalance, 'purchase_date' | 'expiry_date'>,
  day: LocalDate,
): boolean {
  return pkg.purchase_date <= day && !isExpired(pkg, day)
}

/** True when a lesson on that day may take a credit: valid, and credits left. */
export function isUsable(pkg: PackageBalance, day: LocalDate): boolean {
  return pkg.remaining_classes > 0 && isValidOn(pkg, day)
}

/** Credits of the packages that are started and not expired on that day: what alerts count (product.md). */
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

/** 'Pacote de N aulas', and 'Pacote de 1 aula' for one. */
export function packageName(totalClasses: number): string {
  return `Pacote de ${totalClasses} ${totalClasses === 1 ? 'aula' : 'aulas'}`
}

/** The last valid day: start plus validity (spec §5); a validity of 0 is the start itself. */
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
