import * as z from 'zod/mini'
import { LENGTHS } from '@/core/constants'
import { optionalText, price, requiredDay } from '@/core/fields.schema'
import { PAYMENT_METHODS, type LocalDate, type Payment, type Uuid } from '@/core/model'
import { priceInput } from '@/core/prices'
import type { NewPayment } from '@/credits/intents'
import { PACKAGE_FORMS } from '@/packages/package-forms-texts'

/** The forms about money that was received or given back (docs/product.md, 'Payments'). */

const { form: texts } = PACKAGE_FORMS

const amount = (most: number, tooLarge: string) =>
  price({
    min: 0.01,
    max: most,
    required: 'Valor é obrigatório',
    notNumber: 'Valor deve ser um número',
    tooSmall: 'Valor é obrigatório',
    tooLarge,
  })

type Limits = { most: number; tooMuch: string; today: LocalDate }

const paymentFields = ({ most, tooMuch, today }: Limits) => ({
  amount: amount(most, tooMuch),
  paidOn: requiredDay(texts.paidOnRequired).check(
    z.refine<string>((day) => day <= today, texts.paidInFuture),
  ),
  method: z.enum(PAYMENT_METHODS),
  payerName: optionalText(LENGTHS.payerName),
  note: optionalText(LENGTHS.paymentNote),
})

export const paymentSchema = (limits: Limits) => z.object(paymentFields(limits))
export type PaymentForm = z.input<ReturnType<typeof paymentSchema>>
export type PaymentValues = z.output<ReturnType<typeof paymentSchema>>

export const refundSchema = (limits: Limits) =>
  z.object({ ...paymentFields(limits), takeCredits: z.boolean(), lowerPrice: z.boolean() })

export const discountSchema = (most: number, tooMuch: string) => z.object({ amount: amount(most, tooMuch) })
export const dueSchema = (due: LocalDate) =>
  z.object({
    day: requiredDay(texts.paidOnRequired).check(
      z.refine<string>((day) => day !== due, 'Este já é o vencimento'),
    ),
  })

export const newPayment = (today: LocalDate, suggested: number): PaymentForm => ({
  amount: priceInput(suggested),
  paidOn: today,
  method: 'pix',
  payerName: '',
  note: '',
})

export const storedPayment = (line: Payment): PaymentForm => ({
  amount: priceInput(line.amount),
  paidOn: line.paid_on,
  method: line.method,
  payerName: line.payer_name ?? '',
  note: line.note ?? '',
})

/** `anonymized`: without texts, which the draft of such a student's form may hold from before. */
export const paymentRow = (
  id: Uuid,
  kind: Payment['kind'],
  values: PaymentValues,
  anonymized: boolean,
): NewPayment => ({
  id,
  kind,
  amount: values.amount,
  paid_on: values.paidOn,
  method: values.method,
  payer_name: (!anonymized && values.payerName) || null,
  note: (!anonymized && values.note) || null,
})
