import * as z from 'zod/mini'
import { MESSAGES } from '@/texts/shared/messages'
import { PACKAGE_LIMITS } from '@/domain/shared/constants'
import { daysBetween } from '@/domain/shared/dates'
import {
  minCharacters,
  price,
  reportProblem,
  requiredDay,
  wholeNumber,
  wholeNumberProblem,
} from '@/domain/shared/fields.schema'
import type { LocalDate, Package } from '@/domain/shared/model'
import { priceInput } from '@/domain/shared/prices'

const { form } = MESSAGES.packages
const { page, dialog } = form

const days = {
  startDate: requiredDay(form.startRequired),
  paymentDate: requiredDay(form.paymentRequired),
}

const classes = (tooSmall: string) => ({
  min: PACKAGE_LIMITS.classesMin,
  max: PACKAGE_LIMITS.classesMax,
  tooSmall,
  tooLarge: form.classesMax,
  notWhole: form.classesWhole,
})

const validity = (tooSmall: string) => ({
  min: PACKAGE_LIMITS.validityMin,
  max: PACKAGE_LIMITS.validityMax,
  tooSmall,
  tooLarge: form.validityMax,
  notWhole: form.validityWhole,
})

const prices = { min: PACKAGE_LIMITS.priceMin, max: PACKAGE_LIMITS.priceMax, tooLarge: form.priceMax }

/** The new-package page (docs/product.md, 'Packages'). Numbers are strings in the form and numbers in the values. */
export const packagePageSchema = z.object({
  studentId: z.string().check(minCharacters(1, form.studentRequired)),
  ...days,
  totalClasses: wholeNumber(classes(page.classesMin)),
  price: price({
    ...prices,
    required: page.priceRequired,
    notNumber: page.priceNumber,
    tooSmall: page.priceMin,
  }),
  validityDays: wholeNumber(validity(page.validityMin)),
})
export type PackagePageForm = z.input<typeof packagePageSchema>
export type PackagePageValues = z.output<typeof packagePageSchema>
/** What its drafts hold (`lib/storage/draft-shape.ts`). */
export const packagePageDraft = { version: 1, schema: packagePageSchema }

export function newPackagePage(today: LocalDate, studentId = ''): PackagePageForm {
  return { studentId, ...newPackageDialog(today) }
}

const dialogFields = z.object({
  ...days,
  totalClasses: z
    .string()
    .check(reportProblem((text) => wholeNumberProblem(text, classes(dialog.classesMin)))),
  price: price({
    ...prices,
    required: null,
    notNumber: dialog.priceNumber,
    tooSmall: dialog.priceMin,
  }),
  validityDays: z.string(),
})

/** True when the dialog hides the validity (docs/product.md, 'Expiry'). */
export function isSingleClass(totalClasses: string): boolean {
  return /^\s*\+?0*1\s*$/.test(totalClasses)
}

/** An empty price is 0, and one class needs no validity: it gets `validityOfOne` days. */
const dialogSchema = (validityOfOne: number) =>
  z.pipe(
    dialogFields.check(
      z.check(({ value, issues }) => {
        if (isSingleClass(value.totalClasses)) return
        const message =
          value.validityDays.trim() === ''
            ? dialog.validityRequired
            : wholeNumberProblem(value.validityDays, validity(dialog.validityMin))
        if (message === null) return
        issues.push({
          code: 'custom',
          input: value.validityDays,
          path: ['validityDays'],
          message,
          continue: true,
        })
      }),
    ),
    z.transform(({ totalClasses, validityDays, ...values }: z.output<typeof dialogFields>) => ({
      ...values,
      totalClasses: Number(totalClasses),
      validityDays: isSingleClass(totalClasses) ? validityOfOne : Number(validityDays),
    })),
  )

/** The dialog of the student's profile, for a new package. */
export const packageDialogSchema = dialogSchema(PACKAGE_LIMITS.validitySingle)

export type PackageDialogForm = z.input<typeof packageDialogSchema>
export type PackageDialogValues = z.output<typeof packageDialogSchema>
/** What its drafts hold (`lib/storage/draft-shape.ts`). */
export const packageDialogDraft = { version: 1, schema: packageDialogSchema }

export function newPackageDialog(today: LocalDate): PackageDialogForm {
  return {
    startDate: today,
    paymentDate: today,
    totalClasses: String(PACKAGE_LIMITS.classesDefault),
    price: '',
    validityDays: String(PACKAGE_LIMITS.validityDefault),
  }
}

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
