import type { ReactNode } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { isSingleClass, type PackageDialogForm } from '@/domain/packages/package.schema'
import { expiryDate } from '@/domain/packages/packages'
import { PACKAGE_LIMITS } from '@/domain/shared/constants'
import { formatDate, isLocalDate } from '@/domain/shared/dates'
import { formatBRL, parsePrice } from '@/domain/shared/prices'

type FieldName = keyof PackageDialogForm

/** The part of react-hook-form's `useForm` that these fields need, so that forms with more fields can use them too. */
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
  priceRequired?: boolean
  /** Days. If set, a package of one class hides the validity and gets this one (docs/product.md, 'Expiry'). */
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

/** Stays mounted while empty; otherwise the layout would jump and screen readers would miss the first text. */
function ValidUntil({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="figures min-h-12 self-end py-3 font-bold text-ink">
      {children}
    </p>
  )
}

/** The last valid day of the typed values; null while they are incomplete or invalid. */
function lastValidDay(startDate: string, validityDays: string): string | null {
  const typed = validityDays.trim()
  const days = Number(typed)
  const possible = /^\d+$/.test(typed) && days <= PACKAGE_LIMITS.validityMax
  return possible && isLocalDate(startDate) ? expiryDate(startDate, days) : null
}

function pricePerClass(price: string, totalClasses: string): string | undefined {
  const total = parsePrice(price)
  const classes = Number(totalClasses)
  const isUseful = total !== null && total > 0 && Number.isInteger(classes) && classes > 1
  return isUseful ? `${formatBRL(total / classes)} por aula` : undefined
}
