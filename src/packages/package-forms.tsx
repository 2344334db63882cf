import { useState } from 'react'
import { Controller } from 'react-hook-form'
import { useAgendaToday } from '@/agenda/use-time-zone'
import { countOf } from '@/core/common-texts'
import { EXTENSION, LENGTHS, PACKAGE_LIMITS } from '@/core/constants'
import { formatDate, isLocalDate, toLocalDate, shortDay } from '@/core/dates'
import type { Package, Uuid } from '@/core/model'
import { formatBRL } from '@/core/prices'
import { changedFields } from '@/core/records'
import { failure } from '@/core/result'
import { extendedDays, lastDayWith } from '@/credits/build-plan'
import type { ExtensionFacts } from '@/credits/plan-types'
import { tell } from '@/credits/tell'
import { CREDIT_ACTIONS } from '@/credits/texts'
import { useUndoAction } from '@/credits/use-undo'
import { moneyEdit, sumOf, type MoneyEdit } from '@/payments/money'
import { usePayments } from '@/payments/use-payments'
import { LoadFailed } from '@/students/profile/load-failed'
import type { OpenForm } from '@/students/profile/use-profile-address'
import { Button } from '@/ui/button'
import { Segmented } from '@/ui/fields/choices'
import { ContextForm, DraftForm, Preview } from '@/ui/forms/draft-form'
import { NumberField, TextField } from '@/ui/forms/fields'
import { toastFailure } from '@/ui/forms/toast-failure'
import { useAttemptId } from '@/ui/forms/use-action'
import { isUnanswered, useAsSent } from '@/ui/forms/use-as-sent'
import { useNewForm, useRowForm } from '@/ui/forms/use-draft-form'
import { useSingleFlight } from '@/ui/forms/use-single-flight'
import { OFFLINE } from '@/ui/offline-texts'
import { Skeleton } from '@/ui/states'
import { useToday } from '@/ui/use-now'
import {
  adjustSchema,
  daysProblem,
  EMPTY_ADJUST,
  emptyExtension,
  extendSchema,
  typedDelta,
} from './credits.schema'
import { PackageFields, SaleFields, SettlingEffect, UsualSales } from './package-fields'
import { PACKAGE_FORMS } from './package-forms-texts'
import {
  packageDialogDraft,
  packageEditForm,
  packageEditSchema,
  singleValidity,
  typedPrice,
} from './package.schema'
import { expiryText, firstLessonDay, ownValidityDays, usedClasses } from './rules'
import { newSaleDialog, renewal, saleDialogSchema, type LastSale } from './sale.schema'
import { PACKAGE_SCREEN } from './screen-texts'
import { PACKAGE_MESSAGES } from './texts'
import { useShowPackage, useUpdatePackage } from './use-package-edits'
import {
  useAdjustPackage,
  useExtendPackage,
  useGivenDays,
  useLastSale,
  useOwedLessons,
  useSale,
  useTakeBackDays,
} from './use-package-plans'
import { usePackages } from './use-packages'

const { service } = PACKAGE_MESSAGES
const { toast: toasts } = PACKAGE_SCREEN
const { service: planned } = PACKAGE_FORMS

type PackageFormProps = { pkg: Package; onDone: () => void }

type AnyFormProps = { studentId: Uuid; kind: OpenForm['kind']; pkg: Package | undefined; onDone: () => void }

/** The form in the packages dialog. `pkg` is the package that the form changes. */
export function PackageForm({ studentId, kind, pkg, onDone }: AnyFormProps) {
  if (kind === 'renew') return <RenewForm studentId={studentId} onDone={onDone} />
  if (!pkg) return <SaleForm studentId={studentId} last={null} onDone={onDone} />
  if (kind === 'adjust') return <AdjustForm key={pkg.id} pkg={pkg} onDone={onDone} />
  if (kind === 'extend') return <ExtendForm key={pkg.id} pkg={pkg} onDone={onDone} />
  return <EditPackageForm key={pkg.id} pkg={pkg} onDone={onDone} />
}

/** Sells the last package again, with one press if the coach changes nothing. */
function RenewForm({ studentId, onDone }: { studentId: Uuid; onDone: () => void }) {
  const last = useLastSale(studentId)
  const owed = useOwedLessons(studentId, { always: true })
  // A form takes its initial values once, so it must not begin with a sale from this device's cache, also if it could
  // not be read before. Its one press settles the owed lessons, so they must be there too.
  if ([last, owed].some((query) => !query.isFetchedAfterMount))
    return <Skeleton className="h-80 rounded-xl" />
  if (last.data === undefined) return <LoadFailed query={last} />
  return <SaleForm studentId={studentId} last={last.data} onDone={onDone} />
}

type SaleFormProps = { studentId: Uuid; last: LastSale | null; onDone: () => void }

function SaleForm({ studentId, last: lastRead, onDone }: SaleFormProps) {
  const today = useToday()
  // The sale that the form repeats: the last one read may by now be this form's own.
  const [last] = useState(lastRead)
  const { sell, undo, isSent } = useSale()
  const owed = useAsSent(useOwedLessons(studentId).data, isSent)
  const schema = saleDialogSchema(today, last ? packageEditSchema(() => last.package) : undefined)
  const { form, frame } = useNewForm({
    name: `${last ? 'renewal' : 'student-package'}:${studentId}`,
    schema,
    defaults: () => {
      const day = toLocalDate(new Date())
      return last ? renewal(last, day) : newSaleDialog(day)
    },
    focus: 'totalClasses',
    // Renewing a monthly package ends its own mark.
    create: (id, values) => sell(id, studentId, values, owed, last?.renews ?? undefined),
    done: service.created,
    failed: toasts.createFailed,
    onDone,
    onCancel: onDone,
    action: undo,
  })
  return (
    <ContextForm
      form={form}
      offline={OFFLINE.needs.package}
      frame={frame}
      submit={last ? CREDIT_ACTIONS.renew : 'Criar Pacote'}
      pending={last ? 'Renovando...' : 'Criando...'}
      sticky="dialog"
      told={<SettlingEffect owed={owed ?? []} schema={schema} />}
    >
      {!last && <UsualSales />}
      <PackageFields validityOfOne={last ? singleValidity(last.package) : PACKAGE_LIMITS.validitySingle} />
      <SaleFields owed={owed ?? []} today={today} />
    </ContextForm>
  )
}

function EditPackageForm({ pkg, onDone }: PackageFormProps) {
  const update = useUpdatePackage()
  const show = useShowPackage()
  const { refetch } = usePackages(pkg.student_id)
  const payments = usePayments(pkg.student_id)
  const { data: given } = useGivenDays(pkg.student_id)
  // As last read, by the form or the screen, because an extension that another device has added since the edit began
  // must stay, and so must the validity of a package to which it has left one class.
  const [reads] = useState<Package[]>([])
  const lastRead = () => reads.findLast(({ updated_at }) => updated_at > pkg.updated_at) ?? pkg
  const schema = packageEditSchema(lastRead)
  const { form, frame } = useRowForm({
    name: `package:${pkg.id}`,
    schema,
    shape: packageDialogDraft,
    row: pkg,
    formOf: packageEditForm,
    read: async () => {
      const [{ data }] = await Promise.all([refetch(), payments.refetch()])
      const now = data?.find(({ id }) => id === pkg.id)
      if (now) reads.push(now)
      return now
    },
    tell: (now) => ({
      totalClasses: ['Número de aulas', String(now.total_classes)],
      price: ['Preço', formatBRL(now.price)],
      startDate: ['Início', formatDate(now.purchase_date)],
      paymentDate: ['Data de pagamento', formatDate(now.payment_date)],
      validityDays: ['Validade', expiryText(now)],
      renewsMonthly: [PACKAGE_SCREEN.card.renewsMonthly, now.renews_monthly ? 'Sim' : 'Não'],
      firstLessonValidity: ['Validade', now.validity_days === null ? 'Do início' : 'Da 1ª aula'],
    }),
    focus: 'totalClasses',
    send: async (values, { updated_at, ...seen }) => {
      if (values.totalClasses < usedClasses(pkg))
        return failure('package-below-used', PACKAGE_SCREEN.belowUsed(usedClasses(pkg)))
      const now = lastRead()
      // A validity of 0 days is not shown: the form proposes another one.
      const stored = { ...schema.safeParse(seen).data, validityDays: ownValidityDays(now) }
      const { extended_days } = now
      return (
        changedFields(values, stored) &&
        update.mutateAsync({ seen: { id: pkg.id, updated_at, extended_days }, values })
      )
    },
    done: service.updated,
    lines: ({ package: saved }) => {
      show(saved)
      return []
    },
    failed: service.update,
    onClose: onDone,
    onFailed: ({ code, message }) => {
      // A lesson may have used another class meanwhile.
      if (code !== 'package-below-used') return false
      form.setError('totalClasses', { message }, { shouldFocus: true })
      return true
    },
  })
  return (
    <ContextForm
      form={form}
      offline={OFFLINE.needs.package}
      frame={frame}
      sticky="dialog"
      told={<MoneyAfterEdit pkg={pkg} price={form.watch('price')} paymentDate={form.watch('paymentDate')} />}
    >
      <PackageFields
        validityOfOne={singleValidity(pkg)}
        firstLesson={(start) => firstLessonDay(pkg, start)}
        extendedBy={(own) => (given ? extendedDays(pkg, given, own) : pkg.extended_days)}
      />
    </ContextForm>
  )
}

/** What the typed price and date do to the payments (docs/product.md, 'Payments'). Empty until those are read. */
function MoneyAfterEdit({ pkg, price, paymentDate }: { pkg: Package; price: string; paymentDate: string }) {
  const { data } = usePayments(pkg.student_id)
  // The database decides by this day.
  const today = useAgendaToday()
  const typed = typedPrice(price)
  const lines = data?.filter(({ package_id }) => package_id === pkg.id)
  const edit =
    // Two queries read packages and payments, so one of them may be older than the other.
    lines && sumOf(lines) === pkg.paid_total && typed !== null && isLocalDate(paymentDate)
      ? moneyEdit(pkg, lines, { price: typed, paymentDate }, today)
      : null
  return (
    <p role="status" className="figures text-[15px] text-ink-soft">
      {edit !== null &&
        moneyEditText(
          edit,
          formatBRL(pkg.paid_total),
          `${formatBRL(typed ?? 0)} em ${formatDate(paymentDate)}`,
        )}
    </p>
  )
}

function moneyEditText(edit: MoneyEdit, paid: string, price: string): string {
  if (edit === 'gone') return 'O pagamento da venda é apagado.'
  if (edit === 'follows') return `O pagamento da venda acompanha: ${price}.`
  if (edit === 'paid') return `Conta como pago: ${price}.`
  if (edit.open === 0) return `Recebido ${paid}: fica pago.`
  return edit.open > 0
    ? `Recebido ${paid}: ficam ${formatBRL(edit.open)} a receber.`
    : `Recebido ${paid}: ${formatBRL(-edit.open)} a mais.`
}

/** More or fewer credits, with a reason (docs/product.md, 'Adjusting credits'). */
function AdjustForm({ pkg, onDone }: PackageFormProps) {
  const adjust = useAdjustPackage()
  const undoActionOf = useUndoAction()
  const { refetch } = usePackages(pkg.student_id)
  const seen = useAsSent(pkg, isUnanswered(adjust))
  const now = seen.remaining_classes
  const schema = adjustSchema(seen)
  const about = { packageId: pkg.id, studentId: pkg.student_id, seen }
  const { form, frame } = useNewForm({
    name: `adjust:${pkg.student_id}:${pkg.id}`,
    schema,
    defaults: () => EMPTY_ADJUST,
    focus: 'count',
    create: (opId, values) => adjust.mutateAsync({ ...values, ...about, opId }),
    done: planned.adjusted,
    action: ({ effects, replayed }, opId, values) => {
      // Opened again after a lost answer, the form has seen the adjusted package. An undo needs the one before.
      if (replayed && effects[0]?.adjusted[0]?.from !== now) return undefined
      return undoActionOf({ kind: 'adjustment', adjustment: { ...values, ...about, opId } })
    },
    failed: planned.adjust,
    onDone,
    onCancel: onDone,
    onFailure: ({ code, message }) => {
      // A lesson or another device may have changed the package, so the preview must begin with its new balance.
      void refetch()
      if (code === 'package-full' || code === 'package-below-used') form.setError('count', { message })
    },
  })
  const delta = typedDelta({ direction: form.watch('direction'), count: form.watch('count') }, seen)
  return (
    <DraftForm offline={OFFLINE.needs.package} frame={frame} submit="Ajustar" pending="Ajustando...">
      <div className="flex flex-col gap-5">
        <Controller
          control={form.control}
          name="direction"
          render={({ field }) => (
            <Segmented
              legend="O que fazer"
              options={[
                { value: 'add', label: 'Acrescentar' },
                { value: 'remove', label: 'Tirar' },
              ]}
              value={field.value}
              onChange={(value) => {
                field.onChange(value)
                if (form.formState.touchedFields.count) void form.trigger('count')
              }}
              className="grid-cols-2"
            />
          )}
        />
        <NumberField form={form} name="count" label="Quantos créditos" required />
        <TextField
          form={form}
          name="reason"
          label="Motivo"
          required
          max={LENGTHS.reason}
          hint="Visível para o aluno"
          input={{ placeholder: 'aula dada antes do cadastro, cortesia' }}
        />
        <Preview>{delta !== null && `Saldo do pacote: ${now} → ${now + delta}`}</Preview>
      </div>
    </DraftForm>
  )
}

/** More days for one package, by hand (docs/product.md, 'More time'). */
function ExtendForm(props: PackageFormProps) {
  const { data, isError, isPaused } = useGivenDays(props.pkg.student_id)
  // The days that the form proposes, once, depend on those that the package got.
  const [isRead, setRead] = useState(false)
  if (!isRead && (data || isError || isPaused)) setRead(true)
  return isRead ? <ExtendFields {...props} /> : <Skeleton className="h-80 rounded-xl" />
}

function ExtendFields({ pkg, onDone }: PackageFormProps) {
  const extend = useExtendPackage()
  const today = useToday()
  const undoActionOf = useUndoAction()
  const { data } = useGivenDays(pkg.student_id)
  const seen = useAsSent(pkg, isUnanswered(extend))
  const given = useAsSent(data, isUnanswered(extend))
  // One id for the operation and for its extension, so a repeat adds no second extension.
  const about = (id: Uuid) => ({
    packageId: pkg.id,
    studentId: pkg.student_id,
    seen,
    opId: id,
    extensionId: id,
  })
  const { form, frame } = useNewForm({
    name: `extend:${pkg.student_id}:${pkg.id}`,
    schema: extendSchema,
    defaults: () => emptyExtension(pkg, data ? extendedDays(pkg, data) : pkg.extended_days, today),
    focus: 'days',
    create: (id, values) => extend.mutateAsync({ ...values, ...about(id) }),
    done: planned.extended,
    action: (_row, id, values) => undoActionOf({ kind: 'extension', extension: { ...values, ...about(id) } }),
    failed: planned.extend,
    onDone,
    onCancel: onDone,
  })
  const typed = form.watch('days')
  return (
    <DraftForm offline={OFFLINE.needs.package} frame={frame} submit="Estender" pending="Estendendo...">
      <GivenDays pkg={pkg} />
      <div className="flex flex-col gap-5">
        <NumberField form={form} name="days" label="Dias a mais" required />
        <TextField
          form={form}
          name="reason"
          label="Motivo"
          required
          max={EXTENSION.reason}
          input={{ placeholder: 'viagem, lesão' }}
        />
        <Preview>
          {given && daysProblem(typed) === null && validityChange(seen, given, Number(typed))}
        </Preview>
      </div>
    </DraftForm>
  )
}

function validityChange(pkg: Package, given: readonly ExtensionFacts[], days: number): string {
  const last = lastDayWith(pkg, given, days)
  if (pkg.expiry_date !== null && last !== null) {
    return `Validade: ${formatDate(pkg.expiry_date)} → ${formatDate(last)}`
  }
  const now = (pkg.validity_days ?? 0) + pkg.extended_days
  const { fromFirstLesson } = PACKAGE_FORMS
  return `Validade: ${fromFirstLesson(now)} → ${fromFirstLesson(now + days)}`
}

/** The package's extensions. Those given by hand can be taken back one by one. */
function GivenDays({ pkg }: { pkg: Package }) {
  const { data, isError } = useGivenDays(pkg.student_id)
  const takeBack = useTakeBackDays()
  const undoActionOf = useUndoAction()
  const opIdOf = useAttemptId()
  const [take, isTaking] = useSingleFlight(async (given: ExtensionFacts) => {
    const about = { packageId: pkg.id, studentId: pkg.student_id, seen: pkg, extensionId: given.id }
    const intent = { ...about, opId: opIdOf(given.id) }
    const result = await takeBack.mutateAsync(intent)
    if (!result.success) return toastFailure('Erro ao tirar a extensão', result)
    // Only extensions by hand have this button.
    const { days, reason } = { ...given, days: given.days ?? 0 }
    tell(result.data, {
      title: 'Extensão retirada',
      action: undoActionOf({ kind: 'takenBack', extension: { ...intent, days, reason } }),
    })
  })
  if (isError) return <p role="alert">Não foi possível ler as extensões deste pacote.</p>
  const own = data?.filter(({ package_id }) => package_id === pkg.id) ?? []
  if (own.length === 0) return null
  return (
    <section aria-label="Já estendida" className="mb-5 rounded-lg bg-sunken px-3 py-2">
      <h3 className="text-[15px] font-bold">Já estendida</h3>
      <ul className="figures flex flex-col divide-y divide-line">
        {own.map((given) => (
          <li key={given.id} className="flex min-h-11 items-center justify-between gap-3">
            <span className="min-w-0 [overflow-wrap:anywhere]">{givenDaysText(given)}</span>
            {given.batch_id === null && given.session_id === null && given.slot_id === null && (
              <Button
                tone="ghost"
                size="sm"
                className="shrink-0"
                pending={isTaking}
                aria-label={`Tirar ${givenDaysText(given)}`}
                onClick={() => void take(given)}
              >
                Tirar
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

/**
 * 'Pelo menos até 24/12/2026 · reposição de 24/11', '7 dias · chuva em 12/11', '7 dias · recesso de 20/12/2026 a
 * 26/12/2026', '5 dias · à mão: viagem'.
 */
function givenDaysText({ days, reason, day, batch_id, until_day: until }: ExtensionFacts): string {
  if (until && day) return PACKAGE_FORMS.floor(formatDate(until), shortDay(day))
  const count = countOf(days ?? 0, 'dia', 'dias')
  const because = reason.charAt(0).toLowerCase() + reason.slice(1)
  if (day !== null) return `${count} · ${because} em ${shortDay(day)}`
  return batch_id === null ? `${count} · à mão: ${reason}` : `${count} · ${because}`
}
