import * as z from 'zod/mini'
import { FIRST_DAY } from '@/core/constants'
import { addDays, daysBetween, isLocalDate } from '@/core/dates'
import { PAYMENT_METHODS, type LocalDate, type Package, type PaymentMethod, type Uuid } from '@/core/model'
import { parsePrice } from '@/core/prices'
import { PACKAGE_FORMS } from './package-forms-texts'
import {
  newPackageDialog,
  newPackagePage,
  packageDialogSchema,
  packageEditForm,
  packagePageSchema,
  type PackageDialogForm,
  type PackageDialogValues,
  type PackagePageForm,
  type PackagePageValues,
} from './package.schema'
import { PACKAGE_MESSAGES } from './texts'

/** A sale: a package, what was received for it, and the owed lessons that it settles (docs/product.md, 'Selling and settling'). */

const { saleForm } = PACKAGE_FORMS
const { plans } = PACKAGE_MESSAGES

const fields = z.object({
  /** The whole price. */
  received: z.boolean(),
  /** Otherwise: a part of it. */
  part: z.boolean(),
  amount: z.string(),
  paidOn: z.string(),
  method: z.enum(PAYMENT_METHODS),
  /** The ticked lessons; null: as many as fit, the oldest. */
  settle: z.nullable(z.array(z.string())),
})
type Fields = z.output<typeof fields>

export type PaymentFields = z.input<typeof fields>

/** What was received with a sale. */
interface Received {
  amount: number
  method: PaymentMethod
  paidOn: LocalDate
}

/** What the rules of payment and settling need of the package. */
type Typed = Fields & Pick<PackageDialogValues, 'paymentDate' | 'price' | 'totalClasses'>

function saleRules(today: LocalDate) {
  return z.check<Typed>(({ value, issues }) => {
    const report = (name: keyof Fields, message: string) =>
      issues.push({ code: 'custom', input: value[name], path: [name], message, continue: true })
    if (value.settle && value.settle.length > value.totalClasses) {
      report('settle', plans.tooManyToSettle(value.totalClasses))
    }
    if (!isPart(value, today)) return
    const amount = parsePrice(value.amount)
    if (amount === null || amount <= 0) report('amount', saleForm.amountRequired)
    else if (amount > value.price) report('amount', plans.overpaid)
    if (!isLocalDate(value.paidOn) || value.paidOn < FIRST_DAY) report('paidOn', saleForm.paidOnRequired)
    else if (value.paidOn > today) report('paidOn', saleForm.paidInFuture)
  })
}

/** Schema of the new-package page. */
export const salePageSchema = (today: LocalDate) =>
  z.pipe(
    z.intersection(packagePageSchema, fields).check(saleRules(today)),
    z.transform((typed: PackagePageValues & Fields) => ({ ...typed, payment: paymentOf(typed, today) })),
  )

/** Schema of the profile's dialog; a renewal has that of the package that it repeats. */
export const saleDialogSchema = (today: LocalDate, packageSchema = packageDialogSchema) =>
  z.pipe(
    z.intersection(packageSchema, fields).check(saleRules(today)),
    z.transform((typed: PackageDialogValues & Fields) => ({ ...typed, payment: paymentOf(typed, today) })),
  )

export type SalePageValues = z.output<ReturnType<typeof salePageSchema>>
export type SaleValues = z.output<ReturnType<typeof saleDialogSchema>>

/** What is paid in the future was not received yet. */
export function canBeReceived(paymentDate: LocalDate, today: LocalDate): boolean {
  return paymentDate <= today
}

function isReceived({ received, paymentDate }: Typed, today: LocalDate): boolean {
  return received && canBeReceived(paymentDate, today)
}

function isPart(typed: Typed, today: LocalDate): boolean {
  return typed.part && typed.price > 0 && !isReceived(typed, today)
}

function paymentOf(typed: Typed, today: LocalDate): Received | null {
  const { price, method, paymentDate, amount, paidOn } = typed
  if (price === 0) return null
  if (isReceived(typed, today)) return { amount: price, method, paidOn: paymentDate }
  return isPart(typed, today) ? { amount: parsePrice(amount) ?? 0, method, paidOn } : null
}

export type SalePageForm = PackagePageForm & PaymentFields
export type SaleDialogForm = PackageDialogForm & PaymentFields

/** Paid on the spot. */
function wholePayment(today: LocalDate): PaymentFields {
  return { received: true, part: false, amount: '', paidOn: today, method: 'pix', settle: null }
}

export const newSalePage = (today: LocalDate, studentId: Uuid): SalePageForm => ({
  ...newPackagePage(today, studentId),
  ...wholePayment(today),
})
export const newSaleDialog = (today: LocalDate): SaleDialogForm => ({
  ...newPackageDialog(today),
  ...wholePayment(today),
})

/** The last sale once more, from today on and paid as then (docs/product.md, 'Selling and settling'). */
export function renewal({ package: pkg, payment }: LastSale, today: LocalDate): SaleDialogForm {
  return {
    ...wholePayment(today),
    ...packageEditForm(pkg),
    startDate: today,
    paymentDate: addDays(today, Math.max(0, daysBetween(pkg.purchase_date, pkg.payment_date))),
    received: payment !== null && payment.amount >= pkg.price,
    ...(payment && { method: payment.method }),
  }
}

/** What a renewal repeats. */
export interface LastSale {
  /** As it was sold. */
  package: Package
  /** How the sale was paid; null: nothing was received with it. */
  payment: Received | null
}

export const salePageDraft = { version: 1, schema: salePageSchema(FIRST_DAY) }
export const saleDialogDraft = { version: 1, schema: saleDialogSchema(FIRST_DAY) }

/** Those of the owed lessons, oldest first, that a package of so many classes pays for. */
export function lessonsToSettle<Lesson extends { id: Uuid }>(
  owed: readonly Lesson[],
  settle: readonly Uuid[] | null,
  classes: number,
): Lesson[] {
  return settle === null ? owed.slice(0, classes) : owed.filter(({ id }) => settle.includes(id))
}
