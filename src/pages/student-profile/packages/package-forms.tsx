import { useRef } from 'react'
import { DraftForm } from '@/components/forms/draft-form'
import { PackageFields } from '@/components/packages/package-fields'
import { SaleFields } from '@/components/packages/sale-fields'
import {
  packageDialogDraft,
  packageEditForm,
  packageEditSchema,
  singleValidity,
} from '@/domain/packages/package.schema'
import { expiryText, usedClasses } from '@/domain/packages/packages'
import { newSaleDialog, saleDialogDraft, saleDialogSchema } from '@/domain/packages/sale.schema'
import { PACKAGE_LIMITS } from '@/domain/shared/constants'
import { formatDate, toLocalDate } from '@/domain/shared/dates'
import type { Package, Uuid } from '@/domain/shared/model'
import { formatBRL } from '@/domain/shared/prices'
import { failure } from '@/domain/shared/result'
import { isUntouched } from '@/hooks/forms/use-create'
import { useNewForm, useRowForm } from '@/hooks/forms/use-draft-form'
import { usePackages, useUpdatePackage } from '@/hooks/packages/use-packages'
import { asSold, useSale } from '@/hooks/packages/use-sale'
import { useToday } from '@/hooks/shared/use-now'
import { OFFLINE } from '@/texts/offline/offline'
import { MESSAGES } from '@/texts/shared/messages'
import { AdjustForm, ExtendForm } from './credit-forms'
import type { PackageDialogSubject } from './package-dialog'

const { service, toast: toasts } = MESSAGES.packages

/** What the dialog holds. */
export function PackageForm({
  studentId,
  subject,
  onDone,
}: {
  studentId: Uuid
  subject: PackageDialogSubject
  onDone: () => void
}) {
  if (subject.kind === 'new') return <NewPackageForm studentId={studentId} onDone={onDone} />
  const Form = FORMS[subject.kind]
  return <Form key={subject.pkg.id} pkg={subject.pkg} onDone={onDone} />
}

const FORMS = { edit: EditPackageForm, adjust: AdjustForm, extend: ExtendForm }

/** Sells a package. */
function NewPackageForm({ studentId, onDone }: { studentId: Uuid; onDone: () => void }) {
  const update = useUpdatePackage()
  const today = useToday()
  const sale = useSale(studentId)
  const { form, frame } = useNewForm({
    name: `student-package:${studentId}`,
    schema: saleDialogSchema(today),
    shape: saleDialogDraft,
    defaults: () => newSaleDialog(toLocalDate(new Date())),
    focus: 'totalClasses',
    create: sale.sell,
    correct: ({ package: there }, { payment: _, settle: __, ...values }) =>
      isUntouched(there) ? update.mutateAsync({ seen: there, values }).then(asSold) : undefined,
    done: service.created,
    failed: toasts.createFailed,
    onDone,
    onCancel: onDone,
    onFailure: sale.readAgain,
  })
  return (
    <DraftForm offline={OFFLINE.needs.package} frame={frame} submit="Criar Pacote" pending="Criando...">
      <PackageFields form={form} validityOfOne={PACKAGE_LIMITS.validitySingle} />
      <SaleFields form={form} owed={sale.owed} today={today} />
    </DraftForm>
  )
}

/** Changes a package. */
function EditPackageForm({ pkg, onDone }: { pkg: Package; onDone: () => void }) {
  const update = useUpdatePackage()
  const { refetch } = usePackages(pkg.student_id)
  // As last read: an extension that another device added since the edit began must stay.
  const extendedDays = useRef(pkg.extended_days)
  const { form, frame } = useRowForm({
    name: `package:${pkg.id}`,
    schema: packageEditSchema(pkg),
    shape: packageDialogDraft,
    row: pkg,
    formOf: packageEditForm,
    read: async () => {
      const now = (await refetch()).data?.find(({ id }) => id === pkg.id)
      if (now) extendedDays.current = now.extended_days
      return now
    },
    tell: (now) => ({
      totalClasses: ['Número de aulas', String(now.total_classes)],
      price: ['Preço', formatBRL(now.price)],
      startDate: ['Início', formatDate(now.purchase_date)],
      paymentDate: ['Pago em', formatDate(now.payment_date)],
      validityDays: ['Validade', expiryText(now)],
      firstLessonValidity: ['Validade', now.validity_days === null ? 'Do início' : 'Da 1ª aula'],
    }),
    focus: 'totalClasses',
    send: async (values, { updated_at }) =>
      values.totalClasses < usedClasses(pkg)
        ? failure('package-below-used', MESSAGES.packages.belowUsed(usedClasses(pkg)))
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
    <DraftForm offline={OFFLINE.needs.package} frame={frame} submit="Salvar" pending="Salvando...">
      <PackageFields form={form} validityOfOne={singleValidity(pkg)} extendedDays={pkg.extended_days} />
    </DraftForm>
  )
}
