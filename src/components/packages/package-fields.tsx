import type { ReactNode } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { PACKAGE_LIMITS } from '@/domain/shared/constants'
import { formatDate, isLocalDate } from '@/domain/shared/dates'
import { isSingleClass, type PackageDialogForm } from '@/domain/packages/package.schema'
import { expiryDate } from '@/domain/packages/packages'
import { formatBRL, parsePrice } from '@/domain/shared/prices'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'

type FieldName = keyof PackageDialogForm

/** The part of react-hook-form's `useForm` that these fields need; a form with more fields fits as well. */
export interface PackageFieldsForm {
  register: (name: FieldName) => UseFormRegisterReturn
  watch: (name: FieldName) => string
  formState: { errors: Partial<Record<FieldName, { message?: string | undefined }>> }
}

/**
 * Number of classes, dates, price and validity of a package (spec §2 'New package', §5 'Package dialog'). Says
 * while one types until when the package will be valid, and what a class costs.
 */
export function PackageFields({
  form,
  validityOfOne,
}: {
  form: PackageFieldsForm
  /** The dialog of the student's profile: for one class the validity is hidden and has so many days. */
  validityOfOne?: number
}) {
  const { register, watch } = form
  const { errors } = form.formState
  const totalClasses = watch('totalClasses')
  const withoutValidity = validityOfOne !== undefined && isSingleClass(totalClasses)
  const validUntil = lastValidDay(
    watch('startDate'),
    withoutValidity ? String(validityOfOne) : watch('validityDays'),
  )
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Field label="Número de aulas" required error={errors.totalClasses?.message}>
        {(control) => (
          <Input {...control} {...register('totalClasses')} inputMode="numeric" autoComplete="off" />
        )}
      </Field>
      <Field
        label="Preço (R$)"
        error={errors.price?.message}
        hint={pricePerClass(watch('price'), totalClasses)}
      >
        {(control) => (
          <Input
            {...control}
            {...register('price')}
            inputMode="decimal"
            autoComplete="off"
            placeholder="0,00"
          />
        )}
      </Field>
      <Field label="Data de início" required error={errors.startDate?.message}>
        {(control) => <Input {...control} {...register('startDate')} type="date" />}
      </Field>
      <Field label="Data de pagamento" required error={errors.paymentDate?.message}>
        {(control) => <Input {...control} {...register('paymentDate')} type="date" />}
      </Field>
      {!withoutValidity && (
        <Field label="Validade (dias)" required error={errors.validityDays?.message}>
          {(control) => (
            <Input {...control} {...register('validityDays')} inputMode="numeric" autoComplete="off" />
          )}
        </Field>
      )}
      <ValidUntil>{validUntil && `Válido até ${formatDate(validUntil)}`}</ValidUntil>
    </div>
  )
}

/** Stays in place while it is empty, so that nothing jumps and a change is announced. */
function ValidUntil({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="figures min-h-12 self-end py-3 font-bold text-ink">
      {children}
    </p>
  )
}

/** The last valid day of what is typed so far; null while it names none. */
function lastValidDay(startDate: string, validityDays: string): string | null {
  const typed = validityDays.trim()
  const days = Number(typed)
  const possible = /^\d+$/.test(typed) && days <= PACKAGE_LIMITS.validityMax
  return possible && isLocalDate(startDate) ? expiryDate(startDate, days) : null
}

function pricePerClass(price: string, totalClasses: string): string | undefined {
  const total = parsePrice(price)
  const classes = Number(totalClasses)
  const worthSaying = total !== null && total > 0 && Number.isInteger(classes) && classes > 1
  return worthSaying ? `${formatBRL(total / classes)} por aula` : undefined
}
