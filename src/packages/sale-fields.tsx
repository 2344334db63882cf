import { useId } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { formatDate, formatTime, isLocalDate } from '@/core/dates'
import { PAYMENT_METHODS, type LocalDate, type Session } from '@/core/model'
import { formatBRL, parsePrice } from '@/core/prices'
import { CreditEffects } from '@/credits/credit-effects'
import { fromCents, toCents } from '@/payments/money'
import { Checkbox } from '@/ui/fields/checkbox'
import { Field, FieldError } from '@/ui/fields/field'
import { Input } from '@/ui/fields/input'
import { Select } from '@/ui/fields/select'
import { PACKAGE_FORMS } from './package-forms-texts'
import { canBeReceived, lessonsToSettle, type PaymentFields } from './sale.schema'
import { settlingEffect } from './settling.schema'

const { methods, saleForm } = PACKAGE_FORMS

const METHODS = PAYMENT_METHODS.map((value) => ({ value, label: methods[value] }))

type TextName = 'amount' | 'paidOn' | 'method' | 'price' | 'paymentDate' | 'totalClasses'

/** The part of react-hook-form's `useForm` that these fields need. */
export interface SaleFieldsForm {
  register: (name: Exclude<keyof PaymentFields, 'settle'>) => UseFormRegisterReturn
  watch: {
    (): unknown
    (name: TextName): string
    (name: 'received' | 'part'): boolean
    (name: 'settle'): string[] | null
  }
  setValue: {
    (name: 'settle', value: string[], options: { shouldDirty: true; shouldTouch: true }): void
  }
  clearErrors: (name: 'settle') => void
  formState: { errors: Partial<Record<keyof PaymentFields, { message?: string | undefined }>> }
}

type Owed = Pick<Session, 'id' | 'date' | 'day'>

/** What was received, and the owed lessons that the package pays for (docs/product.md, 'Selling and settling'). */
export function SaleFields({
  form,
  owed,
  schema,
  today,
}: {
  form: SaleFieldsForm
  owed: readonly Owed[]
  /** The one of the form. */
  schema: Parameters<typeof settlingEffect>[0]
  today: LocalDate
}) {
  const effect = settlingEffect(schema, form.watch(), owed)
  return (
    <div className="mt-5 flex flex-col gap-5">
      <Payment form={form} today={today} />
      {owed.length > 0 && <Settle form={form} owed={owed} />}
      {effect && <CreditEffects planned={{ success: true, effects: [effect] }} none="" />}
    </div>
  )
}

function Payment({ form, today }: { form: SaleFieldsForm; today: LocalDate }) {
  const { register, watch } = form
  const { errors } = form.formState
  const paymentDate = watch('paymentDate')
  const isLater = isLocalDate(paymentDate) && !canBeReceived(paymentDate, today)
  const received = watch('received') && !isLater
  const part = watch('part') && !received
  const paid = part ? (parsePrice(watch('amount')) ?? 0) : 0
  const rest = fromCents(toCents(parsePrice(watch('price')) ?? 0) - toCents(paid))
  return (
    <fieldset className="border-t border-line pt-4">
      <legend className="mb-1 font-bold">{saleForm.payment}</legend>
      <div className="grid gap-x-5 gap-y-3 sm:grid-cols-2">
        <div>
          {/* Off only while it is later: a date that is typed part by part may pass through a later day. */}
          {isLater ? (
            <Checkbox key="later" label={saleForm.received} checked={false} readOnly disabled />
          ) : (
            <Checkbox key="received" {...register('received')} label={saleForm.received} />
          )}
          {!received && <Checkbox {...register('part')} label={saleForm.part} />}
        </div>
        {(received || part) && (
          <Field label={saleForm.method} className="sm:col-start-2">
            {(aria) => <Select {...aria} {...register('method')} options={METHODS} />}
          </Field>
        )}
        {part && (
          <>
            <Field label={saleForm.amount} required error={errors.amount?.message}>
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
            <Field label={saleForm.paidOn} required error={errors.paidOn?.message}>
              {(aria) => <Input {...aria} {...register('paidOn')} type="date" />}
            </Field>
          </>
        )}
        <p role="status" className="figures text-[15px] text-ink-soft sm:col-span-2">
          {isLater && !part
            ? saleForm.later(formatDate(paymentDate))
            : !received &&
              rest > 0 &&
              isLocalDate(paymentDate) &&
              saleForm.rest(formatBRL(rest), formatDate(paymentDate))}
        </p>
      </div>
    </fieldset>
  )
}

function Settle({ form, owed }: { form: SaleFieldsForm; owed: readonly Owed[] }) {
  const errorId = useId()
  const { watch, setValue, clearErrors, formState } = form
  const ticked = lessonsToSettle(owed, watch('settle'), Number(watch('totalClasses')) || 0)
  const isTicked = (id: string) => ticked.some((lesson) => lesson.id === id)
  const toggle = (id: string) => {
    clearErrors('settle')
    setValue(
      'settle',
      owed.filter((lesson) => (lesson.id === id) !== isTicked(lesson.id)).map((lesson) => lesson.id),
      { shouldDirty: true, shouldTouch: true },
    )
  }
  return (
    <fieldset className="min-w-0 border-t border-line pt-4" aria-describedby={errorId}>
      <legend className="mb-1 font-bold">{saleForm.settle(owed.length)}</legend>
      <p className="text-[15px] text-ink-soft">{saleForm.settleHelp}</p>
      <div className="figures mt-1 grid max-h-64 gap-x-5 overflow-y-auto sm:grid-cols-2">
        {owed.map(({ id, date, day }) => (
          <Checkbox
            key={id}
            label={`${formatDate(day)} · ${formatTime(date)}`}
            checked={isTicked(id)}
            onChange={() => toggle(id)}
          />
        ))}
      </div>
      <FieldError id={errorId} message={formState.errors.settle?.message} />
    </fieldset>
  )
}
