import * as z from 'zod/mini'
import { PACKAGE_LIMITS } from '@/domain/shared/constants'
import { daysBetween } from '@/domain/shared/dates'
import {
  minCharacters,
  price,
  reportProblem,
  requiredDay,
  wholeNumberProblem,
} from '@/domain/shared/fields.schema'
import type { LocalDate, Package } from '@/domain/shared/model'
import { priceInput } from '@/domain/shared/prices'
import { MESSAGES } from '@/texts/shared/messages'

const { form } = MESSAGES.packages
const { page, dialog } = form

/** The messages that differ between the page and the dialog. */
interface Texts {
  classesMin: string
  /** Null: an empty price means 0. */
  priceRequired: string | null
  priceNumber: string
  priceMin: string
  validityRequired: string
  validityMin: string
}

/**
 * Parses a typed package: the form holds strings, the values hold numbers. With `validityOfOne` (days), a package of
 * one class ignores the typed validity and gets that one (docs/product.md, 'Expiry').
 */
function packageSchema(texts: Texts, validityOfOne?: number) {
  const hiddenValidity = (totalClasses: string) => (isSingleClass(totalClasses) ? validityOfOne : undefined)
  const classes = {
    min: PACKAGE_LIMITS.classesMin,
    max: PACKAGE_LIMITS.classesMax,
    tooSmall: texts.classesMin,
    tooLarge: form.classesMax,
    notWhole: form.classesWhole,
  }
  const validity = {
    min: PACKAGE_LIMITS.validityMin,
    max: PACKAGE_LIMITS.validityMax,
    tooSmall: texts.validityMin,
    tooLarge: form.validityMax,
    notWhole: form.validityWhole,
  }
  const fields = z.object({
    startDate: requiredDay(form.startRequired),
    paymentDate: requiredDay(form.paymentRequired),
    totalClasses: z.string().check(reportProblem((text) => wholeNumberProblem(text, classes))),
    price: price({
      min: PACKAGE_LIMITS.priceMin,
      max: PACKAGE_LIMITS.priceMax,
      required: texts.priceRequired,
      notNumber: texts.priceNumber,
      tooSmall: texts.priceMin,
      tooLarge: form.priceMax,
    }),
    validityDays: z.string(),
  })
  return z.pipe(
    fields.check(
      z.check(({ value, issues }) => {
        const { totalClasses, validityDays: typed } = value
        if (hiddenValidity(totalClasses) !== undefined) return
        const message = typed.trim() === '' ? texts.validityRequired : wholeNumberProblem(typed, validity)
        if (message === null) return
        issues.push({ code: 'custom', input: typed, path: ['validityDays'], message, continue: true })
      }),
    ),
    z.transform(({ totalClasses, validityDays, ...values }: z.output<typeof fields>) => ({
      ...values,
      totalClasses: Number(totalClasses),
      validityDays: hiddenValidity(totalClasses) ?? Number(validityDays),
    })),
  )
}

/** Schema of the new-package page (docs/product.md, 'Packages'). */
export const packagePageSchema = z.intersection(
  z.object({ studentId: z.string().check(minCharacters(1, form.studentRequired)) }),
  packageSchema({ ...page, validityRequired: page.validityMin }),
)
export const packagePageDraft = { version: 1, schema: packagePageSchema }
export type PackagePageForm = z.input<typeof packagePageSchema>
export type PackagePageValues = z.output<typeof packagePageSchema>

/** The default values of the page (docs/product.md, 'Packages'). */
export function newPackagePage(today: LocalDate, studentId = ''): PackagePageForm {
  return { studentId, ...newPackageDialog(today) }
}

/** True if the typed number is 1; the dialog then hides the validity (docs/product.md, 'Expiry'). */
export function isSingleClass(totalClasses: string): boolean {
  return /^\s*\+?0*1\s*$/.test(totalClasses)
}

const dialogSchema = (validityOfOne: number) =>
  packageSchema({ ...dialog, priceRequired: null }, validityOfOne)

/** Schema of the profile's dialog for a new package. */
export const packageDialogSchema = dialogSchema(PACKAGE_LIMITS.validitySingle)

export const packageDialogDraft = { version: 1, schema: packageDialogSchema }

export type PackageDialogForm = z.input<typeof packageDialogSchema>
export type PackageDialogValues = z.output<typeof packageDialogSchema>

/** The default values of the dialog (docs/product.md, 'Packages'). */
export function newPackageDialog(today: LocalDate): PackageDialogForm {
  return {
    startDate: today,
    paymentDate: today,
    totalClasses: String(PACKAGE_LIMITS.classesDefault),
    price: '',
    validityDays: String(PACKAGE_LIMITS.validityDefault),
  }
}

/** The values with which the dialog edits a stored package. */
export function packageEditForm(
  pkg: StoredValidity & Pick<Package, 'payment_date' | 'price'>,
): PackageDialogForm {
  const validityDays = ownValidity(pkg)
  return {
    startDate: pkg.purchase_date,
    paymentDate: pkg.payment_date,
    totalClasses: String(pkg.total_classes),
    price: priceInput(pkg.price),
    // A package of one class may have 0 days. If the coach adds classes, the visible field starts from the default.
    validityDays: String(validityDays === 0 ? PACKAGE_LIMITS.validityDefault : validityDays),
  }
}

type StoredValidity = Pick<
  Package,
  'purchase_date' | 'expiry_date' | 'validity_days' | 'extended_days' | 'total_classes'
>

/** Schema of the profile's dialog for a stored package. */
export const packageEditSchema = (pkg: StoredValidity): typeof packageDialogSchema =>
  dialogSchema(singleValidity(pkg))

/**
 * The hidden validity in days. A stored package of one class keeps its own: with 0 days, correcting its price would
 * expire its credit.
 */
export function singleValidity(pkg: StoredValidity): number {
  return pkg.total_classes === 1 ? ownValidity(pkg) : PACKAGE_LIMITS.validitySingle
}

/** The validity in days without the extensions. */
function ownValidity({ purchase_date, expiry_date, validity_days, extended_days }: StoredValidity): number {
  if (validity_days !== null || expiry_date === null) return validity_days ?? PACKAGE_LIMITS.validityDefault
  return daysBetween(purchase_date, expiry_date) - extended_days
}
