import * as z from 'zod/mini'
import { addDays, daysBetween } from '@/core/dates'
import { dayProblem } from '@/core/fields.schema'
import { PAYMENT_METHODS, type LocalDate, type Package, type PaymentMethod, type Uuid } from '@/core/model'
import { formatBRL, parsePrice } from '@/core/prices'
import { withoutEffects, type StudentEffect } from '@/credits/effects'
import { PACKAGE_FORMS } from './package-forms-texts'
import {
  newPackageDialog,
  packageDialogSchema,
  packageEditForm,
  packagePageSchema,
  type PackageDialogForm,
  type PackageDialogValues,
  type PackagePageForm,
  type PackagePageValues,
} from './package.schema'
import { expiryDate, isExpired, packageName } from './rules'
import { PACKAGE_MESSAGES } from './texts'

/** A sale: a package, what was received, and the lessons that it settles (docs/product.md, 'Selling and settling'). */

const { form: texts } = PACKAGE_FORMS
const { plans } = PACKAGE_MESSAGES

const fields = z.object({
  /** The whole price was received. */
  received: z.boolean(),
  /** If not the whole price, a part of it was received. */
  part: z.boolean(),
  amount: z.string(),
  paidOn: z.string(),
  method: z.enum(PAYMENT_METHODS),
  /** The ticked lessons; null: the oldest, as many as the package has classes. */
  settle: z.nullable(z.array(z.string())),
})
type PaymentFields = z.input<typeof fields>

type Received = { amount: number; method: PaymentMethod; paidOn: LocalDate }

/** The fields that the rules of payment and settling check. */
type Typed = PaymentFields & Pick<PackageDialogValues, 'paymentDate' | 'price' | 'totalClasses'>

const saleRules = (today: LocalDate) =>
  z.check<Typed>(({ value, issues }) => {
    const report = (name: keyof PaymentFields, message: string) =>
      issues.push({ code: 'custom', input: value[name], path: [name], message, continue: true })
    if (!isPart(value, today)) return
    const amount = parsePrice(value.amount)
    if (amount === null || amount <= 0) report('amount', texts.amountRequired)
    else if (amount > value.price) report('amount', plans.overpaid)
    const ofDay = dayProblem(value.paidOn, texts.paidOnRequired)
    if (ofDay !== null) report('paidOn', ofDay)
    else if (value.paidOn > today) report('paidOn', texts.paidInFuture)
  })

export const salePageSchema = (today: LocalDate) =>
  z.pipe(
    z.intersection(packagePageSchema, fields).check(saleRules(today)),
    z.transform((typed: PackagePageValues & PaymentFields) => ({
      ...typed,
      payment: paymentOf(typed, today),
    })),
  )

/** Schema of the profile's dialog. A renewal passes the schema of the package that it repeats. */
export const saleDialogSchema = (today: LocalDate, packageSchema = packageDialogSchema) =>
  z.pipe(
    z.intersection(packageSchema, fields).check(saleRules(today)),
    z.transform((typed: PackageDialogValues & PaymentFields) => ({
      ...typed,
      payment: paymentOf(typed, today),
    })),
  )

export type SaleValues = z.output<ReturnType<typeof saleDialogSchema>>

/** Money that is due in the future was not received yet. */
export const canBeReceived = (paymentDate: LocalDate, today: LocalDate): boolean => paymentDate <= today

const isReceived = ({ received, paymentDate }: Typed, today: LocalDate): boolean =>
  received && canBeReceived(paymentDate, today)

const isPart = (typed: Typed, today: LocalDate): boolean =>
  typed.part && typed.price > 0 && !isReceived(typed, today)

function paymentOf(typed: Typed, today: LocalDate): Received | null {
  const { price, method, paymentDate, amount, paidOn } = typed
  if (price === 0) return null
  if (isReceived(typed, today)) return { amount: price, method, paidOn: paymentDate }
  return isPart(typed, today) ? { amount: parsePrice(amount) ?? 0, method, paidOn } : null
}

export type SaleDialogForm = PackageDialogForm & PaymentFields
export type SalePageForm = PackagePageForm & PaymentFields

/** A new package, paid on the spot. */
export const newSaleDialog = (today: LocalDate): SaleDialogForm => ({
  ...newPackageDialog(today),
  received: true,
  part: false,
  amount: '',
  paidOn: today,
  method: 'pix',
  settle: null,
})
export const newSalePage = (today: LocalDate, studentId: Uuid): SalePageForm => ({
  studentId,
  ...newSaleDialog(today),
})

/** What a renewal repeats. */
export interface LastSale {
  /** As it was sold (`asSold`). */
  package: Package
  /** The payment of that sale; null: nothing was received with it. */
  payment: Received | null
  /** The monthly package that a renewal follows; null: none. */
  renews: Uuid | null
}

/** The form for the last sale again, beginning today and paid as then (docs/product.md, 'Selling and settling'). */
export const renewal = ({ package: pkg, payment }: LastSale, today: LocalDate): SaleDialogForm => ({
  ...newSaleDialog(today),
  ...packageEditForm(pkg),
  startDate: today,
  paymentDate: addDays(today, Math.max(0, daysBetween(pkg.purchase_date, pkg.payment_date))),
  received: payment !== null && payment.amount >= pkg.price,
  ...(payment && { method: payment.method }),
})

/** A kind of package that the coach has sold before, as form values. */
export interface UsualSale {
  /** '4 · R$ 460' */
  label: string
  values: Pick<PackageDialogForm, 'totalClasses' | 'price' | 'validityDays' | 'firstLessonValidity'>
}

/** The last three kinds of packages that the coach sold, to fill in the form with one tap. `sold` is newest first. */
export function usualSales(sold: readonly Package[]): UsualSale[] {
  const kinds = new Map<string, UsualSale>()
  for (const pkg of sold) {
    const { totalClasses, price, validityDays, firstLessonValidity } = packageEditForm(pkg)
    const values = { totalClasses, price, validityDays, firstLessonValidity }
    const label = `${totalClasses} · ${formatBRL(pkg.price).replace(/,00$/, '')}`
    // Of several kinds with the same label, the newest sale counts.
    if (!kinds.has(label)) kinds.set(label, { label, values })
  }
  return [...kinds.values()].slice(0, 3)
}

/** The owed lessons that a package settles: those in `settle`, else the oldest. `owed` is oldest first. */
export const lessonsToSettle = <Lesson extends { id: Uuid }>(
  owed: readonly Lesson[],
  settle: readonly Uuid[] | null,
  classes: number,
): Lesson[] => (settle === null ? owed.slice(0, classes) : owed.filter(({ id }) => settle.includes(id)))

/** The preview of a sale that settles `owed` lessons, oldest first. null: it settles none, or values are wrong. */
export function settlingEffect(
  schema: ReturnType<typeof salePageSchema> | ReturnType<typeof saleDialogSchema>,
  typed: unknown,
  owed: readonly { id: Uuid; day: LocalDate }[],
): StudentEffect | null {
  const read = z.safeParse(schema, typed)
  if (!read.success) return null
  const { totalClasses, price, payment, settle, ...sale } = read.data
  const lessons = lessonsToSettle(owed, settle, totalClasses)
  if (lessons.length === 0 || lessons.length > totalClasses) return null
  const expiry = expiryOf(sale, lessons)
  const sold = { packageId: '', packageName: packageName(totalClasses) }
  return {
    ...withoutEffects({ studentId: '', studentName: '' }),
    sold: [{ ...sold, credits: totalClasses, price, paid: payment?.amount ?? 0, expiry }],
    taken: [
      {
        ...sold,
        credits: lessons.length,
        expired: lessons.some(({ day }) => isExpired({ expiry_date: expiry }, day)),
      },
    ],
  }
}

function expiryOf(
  sale: Pick<PackageDialogValues, 'startDate' | 'validityDays' | 'firstLessonValidity'>,
  lessons: readonly { day: LocalDate }[],
): LocalDate | null {
  if (!sale.firstLessonValidity) return expiryDate(sale.startDate, sale.validityDays)
  const first = lessons.find(({ day }) => day >= sale.startDate)
  return first ? addDays(first.day, sale.validityDays) : null
}
