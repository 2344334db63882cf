import { useRef } from 'react'
import { PACKAGE_LIMITS } from '@/core/constants'
import { formatDate, isLocalDate, toLocalDate } from '@/core/dates'
import type { Package, Uuid } from '@/core/model'
import { formatBRL, parsePrice } from '@/core/prices'
import { failure } from '@/core/result'
import { MONEY_FORMS } from '@/payments/forms-texts'
import { moneyEdit, sumOf, type MoneyEdit } from '@/payments/money'
import { usePayments } from '@/payments/use-payments'
import { LoadFailed } from '@/students/profile/load-failed'
import { DraftForm } from '@/ui/forms/draft-form'
import { useNewForm, useRowForm } from '@/ui/forms/use-draft-form'
import { OFFLINE } from '@/ui/offline-texts'
import { Skeleton } from '@/ui/skeleton'
import { useToday } from '@/ui/use-now'
import { AdjustForm, ExtendForm } from './credit-forms'
import type { MoneySubject, PackageDialogSubject } from './package-dialog'
import { PackageFields } from './package-fields'
import { packageDialogDraft, packageEditForm, packageEditSchema, singleValidity } from './package.schema'
import { expiryText, usedClasses } from './rules'
import { SaleFields } from './sale-fields'
import { newSaleDialog, renewal, saleDialogDraft, saleDialogSchema, type LastSale } from './sale.schema'
import { PACKAGE_MESSAGES } from './texts'
import { useUpdatePackage } from './use-package-edits'
import { useLastSale, useOwedLessons } from './use-package-plans'
import { usePackages } from './use-packages'
import { useSale } from './use-sale'

const { renew, service, toast: toasts } = PACKAGE_MESSAGES

/** What the dialog holds. */
export function PackageForm({
  studentId,
  subject,
  onDone,
}: {
  studentId: Uuid
  subject: Exclude<PackageDialogSubject, MoneySubject>
  onDone: () => void
}) {
  if ('pkg' in subject) {
    const Form = FORMS[subject.kind]
    return <Form key={subject.pkg.id} pkg={subject.pkg} onDone={onDone} />
  }
  if (subject.kind === 'renew') return <RenewForm studentId={studentId} onDone={onDone} />
  return <SaleForm studentId={studentId} last={null} onDone={onDone} />
}

const FORMS = { edit: EditPackageForm, adjust: AdjustForm, extend: ExtendForm }

/** Sells the last package once more: one press, if nothing changed. */
function RenewForm({ studentId, onDone }: { studentId: Uuid; onDone: () => void }) {
  const last = useLastSale(studentId)
  // The form begins once, so not with a sale that this device remembers from last week.
  if (last.data !== undefined && (last.isFetchedAfterMount || last.isError)) {
    return <SaleForm studentId={studentId} last={last.data} onDone={onDone} />
  }
  return last.isError ? <LoadFailed query={last} /> : <Skeleton className="h-80 rounded-xl" />
}

/** Sells a package, or the last one again. */
function SaleForm({
  studentId,
  last,
  onDone,
}: {
  studentId: Uuid
  last: LastSale | null
  onDone: () => void
}) {
  const today = useToday()
  const { data: owed = [] } = useOwedLessons(studentId)
  const { sell, undo } = useSale()
  const { form, frame } = useNewForm({
    name: `${last ? 'renewal' : 'student-package'}:${studentId}`,
    schema: saleDialogSchema(today, last ? packageEditSchema(last.package) : undefined),
    shape: saleDialogDraft,
    defaults: () => {
      const day = toLocalDate(new Date())
      return last ? renewal(last, day) : newSaleDialog(day)
    },
    focus: 'totalClasses',
    // A monthly package waits no longer once another follows it.
    create: (id, values) =>
      sell(id, studentId, values, last?.package.renews_monthly ? last.package.id : undefined),
    done: service.created,
    failed: toasts.createFailed,
    onDone,
    onCancel: onDone,
    action: undo,
  })
  return (
    <DraftForm
      offline={OFFLINE.needs.package}
      frame={frame}
      submit={last ? renew.action : 'Criar Pacote'}
      pending={last ? renew.pending : 'Criando...'}
      sticky="dialog"
    >
      <PackageFields
        form={form}
        validityOfOne={last ? singleValidity(last.package) : PACKAGE_LIMITS.validitySingle}
      />
      <SaleFields
        form={form}
        owed={owed}
        schema={saleDialogSchema(today, last ? packageEditSchema(last.package) : undefined)}
        today={today}
      />
    </DraftForm>
  )
}

/** Changes a package. */
function EditPackageForm({ pkg, onDone }: { pkg: Package; onDone: () => void }) {
  const update = useUpdatePackage()
  const { refetch } = usePackages(pkg.student_id)
  const payments = usePayments(pkg.student_id)
  // As last read: an extension that another device added since the edit began must stay.
  const extendedDays = useRef(pkg.extended_days)
  const { form, frame } = useRowForm({
    name: `package:${pkg.id}`,
    schema: packageEditSchema(pkg),
    shape: packageDialogDraft,
    row: pkg,
    formOf: packageEditForm,
    read: async () => {
      const [{ data }] = await Promise.all([refetch(), payments.refetch()])
      const now = data?.find(({ id }) => id === pkg.id)
      if (now) extendedDays.current = now.extended_days
      return now
    },
    tell: (now) => ({
      totalClasses: ['Número de aulas', String(now.total_classes)],
      price: ['Preço', formatBRL(now.price)],
      startDate: ['Início', formatDate(now.purchase_date)],
      paymentDate: ['Data de pagamento', formatDate(now.payment_date)],
      validityDays: ['Validade', expiryText(now)],
      renewsMonthly: [PACKAGE_MESSAGES.card.renewsMonthly, now.renews_monthly ? 'Sim' : 'Não'],
      firstLessonValidity: ['Validade', now.validity_days === null ? 'Do início' : 'Da 1ª aula'],
    }),
    focus: 'totalClasses',
    send: async (values, { updated_at }) =>
      values.totalClasses < usedClasses(pkg)
        ? failure('package-below-used', PACKAGE_MESSAGES.belowUsed(usedClasses(pkg)))
        : update.mutateAsync({
            seen: { id: pkg.id, updated_at, extended_days: extendedDays.current },
            values,
          }),
    done: service.updated,
    failed: toasts.updateFailed,
    onClose: onDone,
    onFailed: ({ code, message }) => {
      // A lesson may have taken one more class meanwhile.
      if (code !== 'package-below-used') return false
      form.setError('totalClasses', { message }, { shouldFocus: true })
      return true
    },
  })
  return (
    <DraftForm
      offline={OFFLINE.needs.package}
      frame={frame}
      submit="Salvar"
      pending="Salvando..."
      sticky="dialog"
    >
      <PackageFields form={form} validityOfOne={singleValidity(pkg)} extendedDays={pkg.extended_days} />
      <MoneyAfterEdit pkg={pkg} price={form.watch('price')} paymentDate={form.watch('paymentDate')} />
    </DraftForm>
  )
}

/** What the typed price and payment date do to the money (docs/product.md, 'Payments'). Empty until it is known. */
function MoneyAfterEdit({ pkg, price, paymentDate }: { pkg: Package; price: string; paymentDate: string }) {
  const { data } = usePayments(pkg.student_id)
  const typed = price.trim() === '' ? 0 : parsePrice(price)
  const lines = data?.filter(({ package_id }) => package_id === pkg.id)
  const edit =
    // Packages and payments are read apart: one of them may be older.
    lines && sumOf(lines) === pkg.paid_total && typed !== null && isLocalDate(paymentDate)
      ? moneyEdit(pkg, lines, { price: typed, paymentDate })
      : null
  return (
    <p role="status" className="figures mt-3 text-[15px] text-ink-soft">
      {edit !== null && typed !== null && moneyEditText(edit, pkg.paid_total, typed, paymentDate)}
    </p>
  )
}

const { edit: editTexts } = MONEY_FORMS

function moneyEditText(edit: MoneyEdit, paid: number, price: number, day: string): string {
  if (edit === 'gone') return editTexts.gone
  if (edit === 'follows' || edit === 'paid') return editTexts[edit](formatBRL(price), formatDate(day))
  if (edit.open === 0) return editTexts.settled(formatBRL(paid))
  return edit.open > 0
    ? editTexts.open(formatBRL(paid), formatBRL(edit.open))
    : editTexts.over(formatBRL(paid), formatBRL(-edit.open))
}
