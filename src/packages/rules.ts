import { countOf } from '@/core/common-texts'
import { addDays, daysBetween, formatDate, dayInYear } from '@/core/dates'
import type { LocalDate, Package, PackageStatus, Validity } from '@/core/model'

/** The columns that the package rules need. */
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

/** The status on `today`; consumed wins over expired (docs/product.md, 'Package status'). */
export function packageStatus(pkg: Omit<PackageBalance, 'purchase_date'>, today: LocalDate): PackageStatus {
  if (pkg.remaining_classes <= 0) return 'consumed'
  return isExpired(pkg, today) ? 'expired' : 'active'
}

/** True from the day after the last valid one (docs/product.md, 'Expiry'); false while the validity has not begun. */
export const isExpired = ({ expiry_date }: Pick<PackageBalance, 'expiry_date'>, day: LocalDate): boolean =>
  expiry_date !== null && expiry_date < day

/**
 * The days that take an expired package up to `today`, because what a floor gives is given once (docs/product.md, 'More
 * time'): 0 while it is valid.
 *
 * @param given the days that it got without its floors (`extendedDays`).
 */
export function passedDays(
  pkg: Pick<Package, 'expiry_date' | 'extended_days'>,
  given: number,
  today: LocalDate,
): number {
  const { expiry_date: expiry, extended_days: extended } = pkg
  return expiry !== null && isExpired(pkg, today) ? daysBetween(expiry, today) + extended - given : 0
}

/** The last valid day as text or, if the validity has not begun, when it will begin. */
export const expiryText = ({ expiry_date }: Pick<PackageBalance, 'expiry_date'>): string =>
  expiry_date === null ? 'Começa na 1ª aula' : formatDate(expiry_date)

/** True from the first to the last valid day, both included, even without credits left. */
export const isValidOn = (pkg: Omit<PackageBalance, 'remaining_classes'>, day: LocalDate): boolean =>
  pkg.purchase_date <= day && !isExpired(pkg, day)

/** True if a lesson on `day` could take a credit (docs/product.md, 'Total and usable credits'). */
export const isUsable = (pkg: PackageBalance, day: LocalDate): boolean =>
  pkg.remaining_classes > 0 && isValidOn(pkg, day)

const credits = (packages: readonly PackageBalance[]): number =>
  packages.reduce((sum, { remaining_classes }) => sum + remaining_classes, 0)

/** The number of credits that a lesson on `day` could use. */
export const usableCredits = (packages: readonly PackageBalance[], day: LocalDate): number =>
  credits(packages.filter((pkg) => isUsable(pkg, day)))

export const upcomingCredits = (packages: readonly PackageBalance[], day: LocalDate): number =>
  credits(packages.filter(({ purchase_date }) => purchase_date > day))

/** The number of credits in packages expired on `day`. `total_credits` includes them, so screens show both figures. */
export const expiredCredits = (packages: readonly PackageBalance[], day: LocalDate): number =>
  credits(packages.filter((pkg) => isExpired(pkg, day)))

/** How many of the usable credits expire first, and their last valid day; null if none expires. */
export function firstToExpire(
  packages: readonly PackageBalance[],
  day: LocalDate,
): { credits: number; day: LocalDate } | null {
  const usable = packages.filter((pkg) => isUsable(pkg, day))
  const [first] = usable.flatMap(({ expiry_date }) => expiry_date ?? []).toSorted()
  if (first === undefined) return null
  return { credits: credits(usable.filter(({ expiry_date }) => expiry_date === first)), day: first }
}

/** Packages with credits that begin after `day`, by the day on which they begin. */
export const stillToBegin = <Of extends PackageBalance>(packages: readonly Of[], day: LocalDate): Of[] =>
  packages
    .filter(({ purchase_date, remaining_classes }) => purchase_date > day && remaining_classes > 0)
    .toSorted((a, b) => a.purchase_date.localeCompare(b.purchase_date))

/** The generated name (docs/product.md, 'Packages'). */
export const packageName = (totalClasses: number): string =>
  `Pacote de ${countOf(totalClasses, 'aula', 'aulas')}`

/** 'Pacote de 4 aulas de 01/11/2026': names a package beside others, in the names of buttons. */
export const aboutPackage = ({ name, purchase_date }: Pick<Package, 'name' | 'purchase_date'>): string =>
  `${name} de ${formatDate(purchase_date)}`

/** The last valid day; with a validity of 0 the start day (docs/product.md, 'Expiry'). */
export const expiryDate = (start: LocalDate, validityDays: number): LocalDate => addDays(start, validityDays)

/**
 * The last valid day once a lesson on `day` has taken a credit. `days`: the validity with its extensions, if it begins
 * with the first lesson, which this one may be; else null.
 */
export function expiryAfter(expiry: LocalDate | null, day: LocalDate, days: number | null): LocalDate | null {
  const begun = days === null ? expiry : expiryDate(day, days)
  return expiry !== null && begun !== null && expiry < begun ? expiry : begun
}

/** The validity that was sold, in days, without extensions. */
export function ownValidityDays(pkg: Validity): number {
  if (pkg.validity_days !== null || pkg.expiry_date === null) return pkg.validity_days ?? 0
  return daysBetween(pkg.purchase_date, pkg.expiry_date) - pkg.extended_days
}

/**
 * The day of the lesson that begins the validity of a package whose start becomes `start`; null: the validity has not
 * begun, or another lesson may begin it, which the package alone does not tell.
 */
export function firstLessonDay(pkg: Validity, start: LocalDate): LocalDate | null {
  if (pkg.validity_days === null || pkg.expiry_date === null) return null
  const first = addDays(pkg.expiry_date, -pkg.validity_days - pkg.extended_days)
  return pkg.purchase_date <= start && start <= first ? first : null
}

/** '30 dias', '30 dias + 7 de extensão'; a validity of 0 days is the start date only. */
export function validityInWords(pkg: Validity): string {
  const days = ownValidityDays(pkg)
  const own = days === 0 ? 'Só no dia do início' : countOf(days, 'dia', 'dias')
  return pkg.extended_days === 0 ? own : `${own} + ${pkg.extended_days} de extensão`
}

/** The classes that lessons have used or the coach has taken out by hand (docs/product.md, 'Adjusting credits'). */
export const usedClasses = (pkg: Pick<Package, 'total_classes' | 'remaining_classes'>): number =>
  pkg.total_classes - pkg.remaining_classes

/** A package with the classes and the price that were sold, before adjustments, discounts and refunds. */
export const asSold = <Sold extends Pick<Package, 'total_classes' | 'price' | 'sold_classes' | 'sold_price'>>(
  pkg: Sold,
): Sold => ({ ...pkg, total_classes: pkg.sold_classes, price: pkg.sold_price })

/** The share of used classes as an integer from 0 to 100. */
export function progressPercent(pkg: Pick<Package, 'total_classes' | 'remaining_classes'>): number {
  if (pkg.total_classes <= 0) return 0
  return Math.min(100, Math.max(0, Math.round((usedClasses(pkg) / pkg.total_classes) * 100)))
}

/** '1 crédito', '4 créditos' */
export const creditCount = (count: number): string => countOf(count, 'crédito', 'créditos')

/** 'a partir de 26/11', 'a partir de 26/11 e 05/12': when the packages that begin after `day` begin. */
export function startText(packages: readonly PackageBalance[], day: LocalDate): string {
  const days = new Set(stillToBegin(packages, day).map((pkg) => dayInYear(pkg.purchase_date, day)))
  return `a partir de ${[...days].join(' e ')}`
}

/** 'Comprado em 02/11/2026', 'Começa em 05/12/2026' */
export const boughtText = ({ purchase_date }: Pick<Package, 'purchase_date'>, today: LocalDate): string =>
  `${purchase_date > today ? 'Começa' : 'Comprado'} em ${formatDate(purchase_date)}`
