import type { ReactNode } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { PACKAGE_LIMITS } from '@/core/constants'
import { formatDate, isLocalDate } from '@/core/dates'
import { formatBRL, parsePrice } from '@/core/prices'
import { Checkbox } from '@/ui/fields/checkbox'
import { Field } from '@/ui/fields/field'
import { Input } from '@/ui/fields/input'
import { PACKAGE_FORMS } from './package-forms-texts'
import { hidesValidity, type PackageDialogForm } from './package.schema'
import { expiryDate } from './rules'
import { PACKAGE_MESSAGES } from './texts'

type FieldName = keyof PackageDialogForm
type CheckedName = 'firstLessonValidity' | 'renewsMonthly'
type TextName = Exclude<FieldName, CheckedName>

/** The part of react-hook-form's `useForm` that these fields need, so that forms with more fields can use them too. */
export interface PackageFieldsForm {
  register: (name: FieldName) => UseFormRegisterReturn
  watch: { (name: TextName): string; (name: CheckedName): boolean }
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
  extendedDays = 0,
}: {
  form: PackageFieldsForm
  priceRequired?: boolean
  /** Days. If set, a package of one class hides the validity and gets this one (docs/product.md, 'Expiry'). */
  validityOfOne?: number
  /** Of a stored package; they stay when its dates are edited. */
  extendedDays?: number
}) {
  const { register, watch } = form
  const { errors } = form.formState
  const totalClasses = watch('totalClasses')
  const firstLessonValidity = watch('firstLessonValidity')
  const withoutValidity = validityOfOne !== undefined && hidesValidity({ totalClasses, firstLessonValidity })
  const days = possibleDays(withoutValidity ? String(validityOfOne) : watch('validityDays'))
  const startDate = watch('startDate')
  const extension = extendedDays > 0 ? `+ ${extendedDays} de extensão` : undefined
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
        <Field label="Validade (dias)" required error={errors.validityDays?.message} hint={extension}>
          {(control) => (
            <Input {...control} {...register('validityDays')} inputMode="numeric" autoComplete="off" />
          )}
        </Field>
      )}
      <ValidUntil>
        {days !== null &&
          (firstLessonValidity
            ? `${days + extendedDays} ${days + extendedDays === 1 ? 'dia' : 'dias'} a partir da 1ª aula`
            : isLocalDate(startDate) &&
              `Válido até ${formatDate(expiryDate(startDate, days + extendedDays))}`)}
      </ValidUntil>
      <Checkbox
        {...register('firstLessonValidity')}
        label="Validade começa na 1ª aula"
        className="-mt-3 sm:col-span-2"
      />
      <div className="-mt-4 sm:col-span-2">
        <Checkbox {...register('renewsMonthly')} label={PACKAGE_MESSAGES.card.renewsMonthly} />
        {watch('renewsMonthly') && <p className="text-[15px] text-ink-soft">{PACKAGE_FORMS.renewsMonthly}</p>}
      </div>
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

/** The typed validity; null while it is incomplete or invalid. */
function possibleDays(validityDays: string): number | null {
  const typed = validityDays.trim()
  const days = Number(typed)
  return /^\d+$/.test(typed) && days <= PACKAGE_LIMITS.validityMax ? days : null
}

function pricePerClass(price: string, totalClasses: string): string | undefined {
  const total = parsePrice(price)
  const classes = Number(totalClasses)
  const isUseful = total !== null && total > 0 && Number.isInteger(classes) && classes > 1
  return isUseful ? `${formatBRL(total / classes)} por aula` : undefined
}
