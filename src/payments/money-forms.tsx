import { useState, type ReactNode } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { LENGTHS } from '@/core/constants'
import { derivedId } from '@/core/ids'
import { PAYMENT_METHODS, type Package, type Payment, type Uuid } from '@/core/model'
import { formatBRL, parsePrice } from '@/core/prices'
import type { Failure } from '@/core/result'
import type { PaymentIntent } from '@/credits/intents'
import { moneyAfter, openAmount } from '@/credits/plan-payment'
import { PACKAGE_FORMS } from '@/packages/package-forms-texts'
import { usePackages } from '@/packages/use-packages'
import { Checkbox } from '@/ui/fields/checkbox'
import { Field } from '@/ui/fields/field'
import { Input } from '@/ui/fields/input'
import { Select } from '@/ui/fields/select'
import { DraftForm } from '@/ui/forms/draft-form'
import { LengthHint } from '@/ui/forms/length-hint'
import { useNewForm } from '@/ui/forms/use-draft-form'
import { useToday } from '@/ui/use-now'
import { MONEY_FORMS } from './forms-texts'
import { fromCents, toCents } from './money'
import {
  discountDraft,
  discountSchema,
  dueDraft,
  dueSchema,
  newPayment,
  paymentDraft,
  paymentRow,
  paymentSchema,
  refundDraft,
  refundSchema,
  storedPayment,
  type PaymentForm,
  type PaymentValues,
} from './payment.schema'
import { MONEY_SERVICE } from './service-texts'
import { usePaymentPlan } from './use-payments'

const { fields: labels, payForm, refundForm, discountForm, dueForm } = MONEY_FORMS

const METHODS = PAYMENT_METHODS.map((value) => ({ value, label: PACKAGE_FORMS.methods[value] }))

interface FormProps {
  pkg: Package
  /** Only figures may be written about an anonymised student, and no credits change. */
  anonymized: boolean
  onDone: () => void
}

type Change = Omit<PaymentIntent, 'opId' | 'packageId' | 'studentId' | 'seen'>

/**
 * Sends changes of the package as it was when the form began, so that a repeat after a lost answer is the same change.
 * After another device was faster, the form goes on from what is stored.
 */
function useMoneyForm(pkg: Package) {
  const [seen, setSeen] = useState(pkg)
  const { refetch } = usePackages(pkg.student_id)
  const { apply, undo } = usePaymentPlan()
  const about = { packageId: seen.id, studentId: seen.student_id, seen }
  return {
    seen,
    send: (opId: Uuid, change: Change) => apply({ ...change, ...about, opId }),
    /** The button 'Desfazer' after a payment was added or corrected. */
    undoOf: (opId: Uuid, change: Change) => undo({ ...change, ...about, opId }),
    onFailure: async ({ code }: Failure) => {
      // In the second case a lesson has used a credit that the refund would take out.
      if (code !== 'overtaken' && code !== 'package-below-used') return
      const now = (await refetch()).data?.find(({ id }) => id === pkg.id)
      if (now) setSeen(now)
    },
  }
}

/** 'Registrar pagamento': what is open is suggested. */
export function PayForm({ pkg, anonymized, onDone }: FormProps) {
  const { seen, send, undoOf, onFailure } = useMoneyForm(pkg)
  const today = useToday()
  const added = (opId: Uuid, values: PaymentValues): Change => ({
    add: [paymentRow(derivedId(opId, pkg.id), 'payment', values)],
  })
  const { form, frame } = useNewForm({
    name: `payment:${pkg.id}`,
    schema: paymentSchema({
      most: seen.open_amount,
      tooMuch: payForm.tooMuch(formatBRL(seen.open_amount)),
      today,
    }),
    shape: paymentDraft,
    defaults: () => newPayment(today, seen.open_amount),
    focus: 'amount',
    create: (opId, values) => send(opId, added(opId, values)),
    done: MONEY_SERVICE.change.done,
    action: (_row, opId, values) => undoOf(opId, added(opId, values)),
    failed: MONEY_FORMS.failed,
    onFailure: (failed) => void onFailure(failed),
    onDone,
    onCancel: onDone,
  })
  const amount = parsePrice(form.watch('amount')) ?? 0
  const rest = fromCents(toCents(seen.open_amount) - toCents(amount))
  return (
    <MoneyForm frame={frame} submit={payForm.submit}>
      <PaymentFields form={form} payer={!anonymized} note={!anonymized} />
      <Preview>
        {amount > 0 && rest >= 0 && (rest > 0 ? payForm.after(formatBRL(rest)) : payForm.settled)}
      </Preview>
    </MoneyForm>
  )
}

/** 'Devolver dinheiro': never more than was received; by the same call credits go and the price falls. */
export function RefundForm({ pkg, anonymized, onDone }: FormProps) {
  const { seen, send, onFailure } = useMoneyForm(pkg)
  const today = useToday()
  const credits = anonymized ? 0 : seen.remaining_classes
  const keptAfter = (amount: number) => fromCents(toCents(seen.paid_total) - toCents(amount))
  const { form, frame } = useNewForm({
    name: `refund:${pkg.id}`,
    schema: refundSchema({
      most: seen.paid_total,
      tooMuch: refundForm.tooMuch(formatBRL(seen.paid_total)),
      today,
    }),
    shape: refundDraft,
    defaults: () => ({
      ...newPayment(today, Math.max(0, -seen.open_amount)),
      takeCredits: true,
      lowerPrice: true,
    }),
    focus: 'amount',
    create: (opId, { takeCredits, lowerPrice, ...values }) => {
      const kept = keptAfter(values.amount)
      return send(opId, {
        add: [paymentRow(derivedId(opId, pkg.id), 'refund', values)],
        ...(lowerPrice && kept < seen.price && { price: kept }),
        ...(takeCredits && credits > 0 && { adjust: { seen, delta: -credits, reason: refundForm.reason } }),
      })
    },
    done: refundForm.done,
    failed: MONEY_FORMS.failed,
    onFailure: (failed) => void onFailure(failed),
    onDone,
    onCancel: onDone,
  })
  const typed = parsePrice(form.watch('amount'))
  const kept = typed !== null && typed > 0 ? keptAfter(typed) : null
  const isKept = kept !== null && kept >= 0
  return (
    <MoneyForm frame={frame} submit={refundForm.submit}>
      <PaymentFields form={form} note={!anonymized} />
      <div>
        {credits > 0 && (
          <Checkbox {...form.register('takeCredits')} label={refundForm.takeCredits(credits)} />
        )}
        {!(isKept && kept >= seen.price) && (
          <Checkbox
            {...form.register('lowerPrice')}
            label={
              <span className="figures">
                {isKept ? refundForm.lowerPrice(formatBRL(kept)) : refundForm.lowerPriceUnknown}
              </span>
            }
          />
        )}
      </div>
    </MoneyForm>
  )
}

/** 'Dar desconto': a lower price, not below what was received. */
export function DiscountForm({ pkg, onDone }: FormProps) {
  const { seen, send, onFailure } = useMoneyForm(pkg)
  const lowered = (amount: number) => fromCents(toCents(seen.price) - toCents(amount))
  const { form, frame } = useNewForm({
    name: `discount:${pkg.id}`,
    schema: discountSchema(seen.open_amount, discountForm.tooMuch(formatBRL(seen.open_amount))),
    shape: discountDraft,
    defaults: () => ({ amount: '' }),
    focus: 'amount',
    create: (opId, { amount }) => send(opId, { price: lowered(amount) }),
    done: discountForm.done,
    failed: MONEY_FORMS.failed,
    onFailure: (failed) => void onFailure(failed),
    onDone,
    onCancel: onDone,
  })
  const typed = parsePrice(form.watch('amount')) ?? 0
  const price = lowered(typed)
  const rest = openAmount({ ...seen, price })
  return (
    <MoneyForm frame={frame} submit={discountForm.submit}>
      <Field label={discountForm.amount} required error={form.formState.errors.amount?.message}>
        {(aria) => (
          <Input
            {...aria}
            {...form.register('amount')}
            inputMode="decimal"
            autoComplete="off"
            placeholder="0,00"
          />
        )}
      </Field>
      <Preview>
        {typed > 0 && rest >= 0 && (
          <>
            {discountForm.preview(formatBRL(seen.price), formatBRL(price))}
            <span className="block text-[15px] font-normal text-ink-soft">
              {rest > 0 ? payForm.after(formatBRL(rest)) : payForm.settled}
            </span>
          </>
        )}
      </Preview>
    </MoneyForm>
  )
}

/** 'Mudar vencimento': the day on which the rest is due. */
export function DueForm({ pkg, onDone }: FormProps) {
  const { send, onFailure } = useMoneyForm(pkg)
  const { form, frame } = useNewForm({
    name: `due:${pkg.id}`,
    schema: dueSchema,
    shape: dueDraft,
    defaults: () => ({ day: pkg.payment_date }),
    focus: 'day',
    create: (opId, { day }) => send(opId, { paymentDate: day }),
    done: dueForm.done,
    failed: MONEY_FORMS.failed,
    onFailure: (failed) => void onFailure(failed),
    onDone,
    onCancel: onDone,
  })
  return (
    <MoneyForm frame={frame} submit={dueForm.submit}>
      <Field label={dueForm.day} required error={form.formState.errors.day?.message}>
        {(aria) => <Input {...aria} {...form.register('day')} type="date" />}
      </Field>
    </MoneyForm>
  )
}

/** 'Corrigir lançamento': the corrected one takes the place of the other. */
export function CorrectForm({ pkg, anonymized, line, onDone }: FormProps & { line: Payment }) {
  const { seen, send, undoOf, onFailure } = useMoneyForm(pkg)
  const today = useToday()
  const isPayment = line.kind === 'payment'
  const without = moneyAfter({ seen, remove: [line] })
  const most = isPayment
    ? // What was received too much may stay so.
      Math.max(line.amount, openAmount(without))
    : without.paid_total
  const corrected = (opId: Uuid, values: PaymentValues): Change => ({
    add: [paymentRow(derivedId(opId, line.id), line.kind, values)],
    remove: [line],
  })
  const { form, frame } = useNewForm({
    name: `correct:${line.id}`,
    schema: paymentSchema({
      most,
      tooMuch: (isPayment ? payForm : refundForm).tooMuch(formatBRL(most)),
      today,
    }),
    shape: paymentDraft,
    defaults: () => storedPayment(line),
    focus: 'amount',
    create: (opId, values) => send(opId, corrected(opId, values)),
    done: MONEY_FORMS.correctDone,
    action: (_row, opId, values) => undoOf(opId, corrected(opId, values)),
    failed: MONEY_FORMS.failed,
    onFailure: (failed) => void onFailure(failed),
    onDone,
    onCancel: onDone,
  })
  return (
    <MoneyForm frame={frame} submit={MONEY_FORMS.submit}>
      <PaymentFields form={form} payer={isPayment && !anonymized} note={!anonymized} />
    </MoneyForm>
  )
}

function MoneyForm({
  frame,
  submit,
  children,
}: {
  frame: Parameters<typeof DraftForm>[0]['frame']
  submit: string
  children: ReactNode
}) {
  return (
    <DraftForm
      offline={MONEY_FORMS.offline}
      frame={frame}
      submit={submit}
      pending={MONEY_FORMS.pending}
      sticky="dialog"
    >
      <div className="flex flex-col gap-5">{children}</div>
    </DraftForm>
  )
}

/** The part of react-hook-form's `useForm` that these fields need. */
interface PaymentFieldsForm {
  register: (name: keyof PaymentForm) => UseFormRegisterReturn
  watch: (name: 'payerName' | 'note') => string
  formState: { errors: Partial<Record<keyof PaymentForm, { message?: string | undefined }>> }
}

function PaymentFields({
  form,
  payer = false,
  note,
}: {
  form: PaymentFieldsForm
  payer?: boolean
  note: boolean
}) {
  const { register, watch, formState } = form
  const { errors } = formState
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Field label={labels.amount} required error={errors.amount?.message}>
        {(aria) => (
          <Input
            {...aria}
            {...register('amount')}
            inputMode="decimal"
            autoComplete="off"
            placeholder="0,00"
          />
        )}
      </Field>
      <Field label={labels.paidOn} required error={errors.paidOn?.message}>
        {(aria) => <Input {...aria} {...register('paidOn')} type="date" />}
      </Field>
      <Field label={labels.method} className="sm:col-span-2">
        {(aria) => <Select {...aria} {...register('method')} options={METHODS} />}
      </Field>
      {payer && (
        <Field
          label={labels.payer}
          optional
          className="sm:col-span-2"
          error={errors.payerName?.message}
          hint={
            <LengthHint length={watch('payerName').length} max={LENGTHS.payerName}>
              {labels.payerHint}
            </LengthHint>
          }
        >
          {(aria) => <Input {...aria} {...register('payerName')} autoComplete="off" />}
        </Field>
      )}
      {note && (
        <Field
          label={labels.note}
          optional
          className="sm:col-span-2"
          error={errors.note?.message}
          hint={
            <LengthHint length={watch('note').length} max={LENGTHS.paymentNote}>
              {labels.noteHint}
            </LengthHint>
          }
        >
          {(aria) => <Input {...aria} {...register('note')} autoComplete="off" />}
        </Field>
      )}
    </div>
  )
}

/** Stays mounted while empty, so that screen readers hear the first text. */
function Preview({ children }: { children: ReactNode }) {
  return (
    <div role="status" className="figures min-h-7 text-lg font-bold">
      {children}
    </div>
  )
}
