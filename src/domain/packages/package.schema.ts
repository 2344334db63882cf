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

/** The new-package page (spec §5). Numbers are typed texts in the form and numbers in the values. */
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

/** Today for both dates, 4 classes, 30 days. */
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

/** True when the dialog hides the validity: a package of one class is valid on its start date alone (spec §5). */
export function isSingleClass(totalClasses: string): boolean {
  return /^\s*\+?0*1\s*$/.test(totalClasses)
}

/** The dialog of the student's profile (spec §5): an empty price is 0, and one class needs no validity. */
export const packageDialogSchema = z.pipe(
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
    validityDays: isSingleClass(totalClasses) ? PACKAGE_LIMITS.validitySingle : Number(validityDays),
  })),
)
export type PackageDialogForm = z.input<typeof packageDialogSchema>
export type PackageDialogValues = z.output<typeof packageDialogSchema>
/** What its drafts hold (`lib/storage/draft-shape.ts`). */
export const packageDialogDraft = { version: 1, schema: packageDialogSchema }

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
    // A single class that becomes several needs a validity of its own.
    validityDays: String(validityDays === 0 ? PACKAGE_LIMITS.validityDefault : validityDays),
  }
}
