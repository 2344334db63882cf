import * as z from 'zod/mini'
import { MESSAGES } from '@/texts/shared/messages'
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

const { form } = MESSAGES.packages
const { page, dialog } = form

/** The texts in which the page and the dialog differ. */
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
 * A package as it is typed: numbers are texts in the form and numbers in the values. With `validityOfOne` one class needs
 * no validity: it gets so many days.
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

/** The new-package page (docs/product.md, 'Packages'). */
export const packagePageSchema = z.intersection(
  z.object({ studentId: z.string().check(minCharacters(1, form.studentRequired)) }),
  packageSchema({ ...page, validityRequired: page.validityMin }),
)
/** What its drafts hold (`lib/storage/draft-shape.ts`). */
export const packagePageDraft = { version: 1, schema: packagePageSchema }
export type PackagePageForm = z.input<typeof packagePageSchema>
export type PackagePageValues = z.output<typeof packagePageSchema>

/** Today for both dates, 4 classes, 30 days. */
export function newPackagePage(today: LocalDate, studentId = ''): PackagePageForm {
  return { studentId, ...newPackageDialog(today) }
}

/** True when the dialog hides the validity (docs/product.md, 'Expiry'). */
export function isSingleClass(totalClasses: string): boolean {
  return /^\s*\+?0*1\s*$/.test(totalClasses)
}

const dialogSchema = (validityOfOne: number) =>
  packageSchema({ ...dialog, priceRequired: null }, validityOfOne)

/** The dialog of the student's profile, for a new package. */
export const packageDialogSchema = dialogSchema(PACKAGE_LIMITS.validitySingle)

/** What its drafts hold (`lib/storage/draft-shape.ts`). */
export const packageDialogDraft = { version: 1, schema: packageDialogSchema }

export type PackageDialogForm = z.input<typeof packageDialogSchema>
export type PackageDialogValues = z.output<typeof packageDialogSchema>

/** Today for both dates, 4 classes, 30 days. */
export function newPackageDialog(today: LocalDate): PackageDialogForm {
  return {
    startDate: today,
    paymentDate: today,
    totalClasses: String(PACKAGE_LIMITS.classesDefault),
    price: '',
    validityDays: String(PACKAGE_LIMITS.validityDefault),
  }
}

/** A stored package as the dialog shows it. */
export function packageEditForm(
  pkg: Pick<Package, 'purchase_date' | 'payment_date' | 'expiry_date' | 'total_classes' | 'price'>,
): PackageDialogForm {
  const validityDays = daysBetween(pkg.purchase_date, pkg.expiry_date)
  return {
    startDate: pkg.purchase_date,
    paymentDate: pkg.payment_date,
    totalClasses: String(pkg.total_classes),
    price: priceInput(pkg.price),
    // If it grows beyond one class, it needs a validity: start from the default.
    validityDays: String(validityDays === 0 ? PACKAGE_LIMITS.validityDefault : validityDays),
  }
}

type StoredValidity = Pick<Package, 'purchase_date' | 'expiry_date' | 'total_classes'>

/** The dialog over a stored package. */
export const packageEditSchema = (pkg: StoredValidity): typeof packageDialogSchema =>
  dialogSchema(singleValidity(pkg))

/**
 * The days that the hidden validity stands for: a stored package of one class keeps its own. With 0 days, correcting
 * its price would expire its credit.
 */
export function singleValidity(pkg: StoredValidity): number {
  return pkg.total_classes === 1
    ? daysBetween(pkg.purchase_date, pkg.expiry_date)
    : PACKAGE_LIMITS.validitySingle
}
