import { useId } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { PACKAGE_LIMITS } from '@/core/constants'
import { formatDate, formatTime, isLocalDate } from '@/core/dates'
import { PAYMENT_METHODS, type LocalDate, type Session } from '@/core/model'
import { formatBRL, parsePrice } from '@/core/prices'
import { CreditEffects } from '@/credits/credit-effects'
import { less } from '@/payments/money'
import { Chip } from '@/ui/fields/choices'
import { FieldError, Checkbox } from '@/ui/fields/field'
import { DateField, MoneyField, NumberField, SelectField } from '@/ui/forms/fields'
import { PACKAGE_FORMS } from './package-forms-texts'
import { hidesValidity, typedPrice } from './package.schema'
import { expiryDate } from './rules'
import {
  canBeReceived,
  lessonsToSettle,
  settlingEffect,
  usualSales,
  type SaleDialogForm,
} from './sale.schema'
import { PACKAGE_SCREEN } from './screen-texts'
import { PACKAGE_MESSAGES } from './texts'
import { useRecentSales } from './use-package-plans'

/** The fields of a package (docs/product.md, 'Packages'), with the last valid day and the price per class as typed. */
export function PackageFields({
  priceRequired = false,
  validityOfOne,
  firstLesson = () => null,
  extendedBy = () => 0,
}: {
  priceRequired?: boolean
  /** If set, a package of one class hides the validity and gets this one, in days (docs/product.md, 'Expiry'). */
  validityOfOne?: number
  /** The day of the lesson that has begun a stored package's validity, were this its start; null: none is known. */
  firstLesson?: (start: LocalDate) => LocalDate | null
  /** How many days extensions add to a stored package with this own last day; null: its validity has not begun. */
  extendedBy?: (ownLastDay: LocalDate | null) => number
}) {
  // Only of a sale the form has a payment, whose amount another price may make right.
  const form = useFormContext<SaleDialogForm>()
  const { totalClasses, firstLessonValidity, validityDays, startDate, price, renewsMonthly } = form.watch()
  const withoutValidity = validityOfOne !== undefined && hidesValidity({ totalClasses, firstLessonValidity })
  const days = possibleDays(withoutValidity ? String(validityOfOne) : validityDays)
  const start = isLocalDate(startDate) ? startDate : null
  const begins = firstLessonValidity && start ? firstLesson(start) : start
  const extended = extendedBy(begins && days !== null ? expiryDate(begins, days) : null)
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <NumberField form={form} name="totalClasses" label="Número de aulas" required />
      <MoneyField
        form={form}
        name="price"
        label="Preço (R$)"
        required={priceRequired}
        hint={pricePerClass(price, totalClasses)}
        rechecks="amount"
      />
      <DateField form={form} name="startDate" label="Data de início" required />
      <DateField form={form} name="paymentDate" label="Data de pagamento" required />
      {!withoutValidity && (
        <NumberField
          form={form}
          name="validityDays"
          label="Validade (dias)"
          required
          hint={extended > 0 ? `+ ${extended} de extensão` : undefined}
        />
      )}
      {/* Stays mounted while empty, or the layout would jump and screen readers would miss the first text. */}
      <p role="status" className="figures min-h-12 self-end py-3 font-bold text-ink">
        {days !== null && validityText(days + extended, firstLessonValidity, begins)}
      </p>
      <Checkbox
        {...form.register('firstLessonValidity')}
        label="Validade começa na 1ª aula"
        className="-mt-3 sm:col-span-2"
      />
      <div className="-mt-4 sm:col-span-2">
        <Checkbox {...form.register('renewsMonthly')} label={PACKAGE_SCREEN.card.renewsMonthly} />
        {renewsMonthly && (
          <p className="text-[15px] text-ink-soft">
            A partir do dia 25, aparece no Financeiro para você renovar para o mês seguinte.
          </p>
        )}
      </div>
    </div>
  )
}

function validityText(days: number, firstLessonValidity: boolean, begins: LocalDate | null): string | null {
  if (begins) return `Válido até ${formatDate(expiryDate(begins, days))}`
  return firstLessonValidity ? PACKAGE_FORMS.fromFirstLesson(days) : null
}

/** The typed validity; null while it is incomplete or invalid. */
function possibleDays(validityDays: string): number | null {
  const typed = validityDays.trim()
  const days = Number(typed)
  return /^\d+$/.test(typed) && days <= PACKAGE_LIMITS.validityMax ? days : null
}

function pricePerClass(price: string, totalClasses: string): string | undefined {
  const total = typedPrice(price)
  const classes = Number(totalClasses)
  const isUseful = total !== null && total > 0 && Number.isInteger(classes) && classes > 1
  return isUseful ? `${formatBRL(total / classes)} por aula` : undefined
}

const USUAL = ['totalClasses', 'price', 'validityDays', 'firstLessonValidity'] as const

/** The coach's usual packages. One tap fills in all fields but the dates. */
export function UsualSales() {
  const { setValue, formState, control } = useFormContext<SaleDialogForm>()
  const { data, isPending } = useRecentSales()
  const typed = useWatch({ control })
  const sales = usualSales(data ?? [])
  if (!isPending && sales.length === 0) return null
  return (
    <div role="group" aria-label="Como antes" className="figures mb-5 flex min-h-11 flex-wrap gap-2">
      {sales.map(({ label, values }) => (
        <Chip
          key={label}
          pressed={USUAL.every((name) => typed[name] === values[name])}
          onToggle={() => {
            for (const name of USUAL)
              setValue(name, values[name], { shouldDirty: true, shouldValidate: formState.isSubmitted })
          }}
        >
          {label}
        </Chip>
      ))}
    </div>
  )
}

type Owed = Pick<Session, 'id' | 'date' | 'day'>

/** The payment, and the owed lessons that the package settles (docs/product.md, 'Selling and settling'). */
export const SaleFields = ({ owed, today }: { owed: readonly Owed[]; today: LocalDate }) => (
  <div className="mt-5 flex flex-col gap-5">
    <Payment today={today} />
    {owed.length > 0 && <Settle owed={owed} />}
  </div>
)

type SettlingEffectProps = { owed: readonly Owed[]; schema: Parameters<typeof settlingEffect>[0] }

/** What the sale does to the credits beside adding its own: told beside its button. */
export function SettlingEffect({ owed, schema }: SettlingEffectProps) {
  const effect = settlingEffect(schema, useFormContext().watch(), owed)
  return effect && <CreditEffects planned={{ success: true, effects: [effect] }} none="" />
}

const METHODS = PAYMENT_METHODS.map((value) => ({ value, label: PACKAGE_FORMS.methods[value] }))

function Payment({ today }: { today: LocalDate }) {
  const form = useFormContext<SaleDialogForm>()
  const { paymentDate, price, amount, ...ticked } = form.watch()
  const isLater = isLocalDate(paymentDate) && !canBeReceived(paymentDate, today)
  const received = ticked.received && !isLater
  const part = ticked.part && !received
  const paid = part ? Math.max(0, parsePrice(amount) ?? 0) : 0
  const rest = less(typedPrice(price) ?? 0, paid)
  const isOwed = !received && rest > 0 && isLocalDate(paymentDate)
  return (
    <fieldset className="border-t border-line pt-4">
      <legend className="mb-1 font-bold">Pagamento</legend>
      <div className="grid gap-x-5 gap-y-3 sm:grid-cols-2">
        <div>
          {/* Shown unticked, but not unset, while the payment date is in the future: a date typed digit by digit may
              pass through one. */}
          {isLater ? (
            <Checkbox key="later" label="Já recebi" checked={false} readOnly disabled />
          ) : (
            <Checkbox key="received" {...form.register('received')} label="Já recebi" />
          )}
          {!received && <Checkbox {...form.register('part')} label="Recebi uma parte" />}
        </div>
        {(received || part) && (
          <SelectField
            form={form}
            name="method"
            label="Forma de pagamento"
            options={METHODS}
            className="sm:col-start-2"
          />
        )}
        {part && (
          <>
            <MoneyField form={form} name="amount" label="Valor recebido (R$)" required />
            <DateField form={form} name="paidOn" label="Recebido em" required />
          </>
        )}
        <p role="status" className="figures text-[15px] text-ink-soft sm:col-span-2">
          {isOwed &&
            (isLater && !part
              ? `Pagamento em ${formatDate(paymentDate)}: fica a receber`
              : `Fica a receber: ${formatBRL(rest)}, até ${formatDate(paymentDate)}`)}
        </p>
      </div>
    </fieldset>
  )
}

function Settle({ owed }: { owed: readonly Owed[] }) {
  const errorId = useId()
  const { watch, setValue } = useFormContext<SaleDialogForm>()
  const classes = Number(watch('totalClasses')) || 0
  const ticked = lessonsToSettle(owed, watch('settle'), classes).map(({ id }) => id)
  const toggle = (id: string) => {
    const next = owed.map((lesson) => lesson.id).filter((each) => (each === id) !== ticked.includes(each))
    setValue('settle', next, { shouldDirty: true, shouldTouch: true })
  }
  return (
    <fieldset className="min-w-0 border-t border-line pt-4" aria-describedby={errorId}>
      <legend className="mb-1 font-bold">Acertar aulas sem pacote ({owed.length})</legend>
      <p className="text-[15px] text-ink-soft">As aulas marcadas usam créditos deste pacote.</p>
      <div className="figures mt-1 grid max-h-64 gap-x-5 overflow-y-auto sm:grid-cols-2">
        {owed.map(({ id, date }) => (
          <Checkbox
            key={id}
            label={`${formatDate(date)} · ${formatTime(date)}`}
            checked={ticked.includes(id)}
            onChange={() => toggle(id)}
          />
        ))}
      </div>
      <FieldError
        id={errorId}
        // Of the lessons shown: a draft may have others ticked, which were settled or deleted elsewhere.
        message={
          classes > 0 && ticked.length > classes ? PACKAGE_MESSAGES.plans.tooManyToSettle(classes) : undefined
        }
      />
    </fieldset>
  )
}
