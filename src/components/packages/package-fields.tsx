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

/** The part of react-hook-form's `useForm` that these fields need, so that a form with more fields fits as well. */
export interface PackageFieldsForm {
  register: (name: FieldName) => UseFormRegisterReturn
  watch: (name: FieldName) => string
  formState: { errors: Partial<Record<FieldName, { message?: string | undefined }>> }
}

/**
 * The fields of a package (docs/product.md, 'Packages'). Shows the last valid day and the price per class while the
 * coach types.
 */
export function PackageFields({
  form,
  priceRequired = false,
  validityOfOne,
}: {
  form: PackageFieldsForm
  /** In the dialog an empty price is 0. */
  priceRequired?: boolean
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
        required={priceRequired}
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

/** Stays mounted while empty, so that the layout does not jump and screen readers announce changes. */
function ValidUntil({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="figures min-h-12 self-end py-3 font-bold text-ink">
      {children}
    </p>
  )
}

/** The last valid day of the typed values; null while they are incomplete. */
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
