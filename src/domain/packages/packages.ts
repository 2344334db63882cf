import { addDays } from '@/domain/shared/dates'
import type { LocalDate, Package, PackageStatus } from '@/domain/shared/model'

/** What the package rules need, so that rows of every shape fit. */
export type PackageBalance = Pick<Package, 'remaining_classes' | 'purchase_date' | 'expiry_date'>

/** Status labels for the coach (docs/product.md, 'Package status'). */
export const PACKAGE_STATUS_LABELS = {
  active: 'Ativo',
  consumed: 'Consumido',
  expired: 'Vencido',
} as const satisfies Record<PackageStatus, string>

/** Status labels on the public page, where 'expired' is 'Expirado'. */
export const PUBLIC_PACKAGE_STATUS_LABELS = {
  ...PACKAGE_STATUS_LABELS,
  expired: 'Expirado',
} as const satisfies Record<PackageStatus, string>

/** docs/product.md, 'Package status'. Consumed wins over expired. */
export function packageStatus(
  pkg: Pick<PackageBalance, 'remaining_classes' | 'expiry_date'>,
  today: LocalDate,
): PackageStatus {
  if (pkg.remaining_classes <= 0) return 'consumed'
  return isExpired(pkg, today) ? 'expired' : 'active'
}

/** True from the day after the last valid day, whether or not credits are left. */
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

/** Credits a session on `day` could use (docs/product.md, 'Total and usable credits'). */
export function usableCredits(packages: readonly PackageBalance[], day: LocalDate): number {
  return packages.reduce((sum, pkg) => sum + (isUsable(pkg, day) ? pkg.remaining_classes : 0), 0)
}

/** Credits of packages that start after `day`. */
export function upcomingCredits(
  packages: readonly Pick<PackageBalance, 'remaining_classes' | 'purchase_date'>[],
  day: LocalDate,
): number {
  return packages.reduce((sum, pkg) => sum + (pkg.purchase_date > day ? pkg.remaining_classes : 0), 0)
}

/** Credits lost in expired packages. `total_credits` includes them, so screens show both. */
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

/** The last valid day (docs/product.md, 'Expiry'); with a validity of 0 it is the start day. */
export function expiryDate(start: LocalDate, validityDays: number): LocalDate {
  return addDays(start, validityDays)
}

/** Sold minus remaining classes. */
export function usedClasses(pkg: Pick<Package, 'total_classes' | 'remaining_classes'>): number {
  return pkg.total_classes - pkg.remaining_classes
}

/** Share of used classes as an integer percentage. */
export function progressPercent(pkg: Pick<Package, 'total_classes' | 'remaining_classes'>): number {
  if (pkg.total_classes <= 0) return 0
  return Math.min(100, Math.max(0, Math.round((usedClasses(pkg) / pkg.total_classes) * 100)))
}
