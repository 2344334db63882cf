import { useState, type ComponentProps, type ReactNode } from 'react'
import { DraftForm } from '@/components/forms/draft-form'
import { PackageFields, type PackageFieldsForm } from '@/components/packages/package-fields'
import { PACKAGE_LIMITS } from '@/domain/shared/constants'
import { formatDate, toLocalDate } from '@/domain/shared/dates'
import type { Package, Uuid } from '@/domain/shared/model'
import {
  newPackageDialog,
  packageDialogDraft,
  packageDialogSchema,
  packageEditForm,
  packageEditSchema,
  singleValidity,
} from '@/domain/packages/package.schema'
import { failure } from '@/domain/shared/result'
import { formatBRL } from '@/domain/shared/prices'
import { isUntouched } from '@/hooks/forms/use-create'
import { useEditForm, useNewForm } from '@/hooks/forms/use-draft-form'
import { useCreatePackage, useUpdatePackage } from '@/hooks/packages/use-packages'
import { MESSAGES } from '@/texts/shared/messages'
import { OFFLINE } from '@/texts/offline/offline'

const { service, toast: toasts } = MESSAGES.packages

/** Sells a package. */
export function NewPackageForm({ studentId, onDone }: { studentId: Uuid; onDone: () => void }) {
  const create = useCreatePackage()
  const update = useUpdatePackage()
  const { form, frame } = useNewForm({
    name: `student-package:${studentId}`,
    schema: packageDialogSchema,
    shape: packageDialogDraft,
    defaults: () => newPackageDialog(toLocalDate(new Date())),
    focus: 'totalClasses',
    create: (id, values) => create.mutateAsync({ id, studentId, values }),
    correct: (there, values) =>
      isUntouched(there) ? update.mutateAsync({ seen: there, values }) : undefined,
    done: service.created,
    failed: toasts.createFailed,
    onDone,
    onCancel: onDone,
  })
  return <DialogForm form={form} frame={frame} submit="Criar Pacote" pending="Criando..." />
}

/** Changes a package; what another device changed meanwhile is shown before it is written over. */
export function EditPackageForm({
  pkg,
  onReload,
  onDone,
}: {
  pkg: Package
  onReload: () => Promise<Package[] | undefined>
  onDone: () => void
}) {
  const update = useUpdatePackage()
  const [theirs, setTheirs] = useState<Package | null>(null)
  const { form, frame, setSeen } = useEditForm({
    name: `package:${pkg.id}`,
    schema: packageEditSchema(pkg),
    shape: packageDialogDraft,
    stored: packageEditForm(pkg),
    seen: { updated_at: pkg.updated_at },
    focus: 'totalClasses',
    send: async (values, { updated_at }) =>
      values.totalClasses < pkg.used_classes
        ? failure('package-below-used', MESSAGES.packages.belowUsed(pkg.used_classes))
        : update.mutateAsync({ seen: { id: pkg.id, updated_at }, values }),
    done: service.updated,
    failed: toasts.updateFailed,
    onClose: onDone,
    onFailed: async ({ code, message }) => {
      if (code === 'overtaken') {
        const current = (await onReload())?.find(({ id }) => id === pkg.id)
        if (current) {
          setTheirs(current)
          setSeen({ updated_at: current.updated_at })
        }
      }
      // A lesson may have taken one more class meanwhile.
      if (code !== 'package-below-used') return false
      form.setError('totalClasses', { message }, { shouldFocus: true })
      return true
    },
  })
  return (
    <DialogForm
      form={form}
      frame={frame}
      validityOfOne={singleValidity(pkg)}
      submit={theirs ? 'Salvar o meu' : 'Salvar'}
      pending="Salvando..."
    >
      {theirs && (
        <div role="alert" className="rounded-lg bg-warn-soft px-4 py-3 text-warn">
          <p className="font-bold">Este pacote mudou em outro aparelho. Agora está assim:</p>
          <p className="figures mt-1">
            {theirs.name}, {formatBRL(theirs.price)}, início {formatDate(theirs.purchase_date)}, pago em{' '}
            {formatDate(theirs.payment_date)}, validade {formatDate(theirs.expiry_date)}.
          </p>
        </div>
      )}
    </DialogForm>
  )
}

function DialogForm({
  form,
  validityOfOne = PACKAGE_LIMITS.validitySingle,
  children,
  ...frame
}: Omit<ComponentProps<typeof DraftForm>, 'children' | 'offline'> & {
  form: PackageFieldsForm
  validityOfOne?: number
  children?: ReactNode
}) {
  return (
    <DraftForm offline={OFFLINE.needs.package} {...frame}>
      <PackageFields form={form} validityOfOne={validityOfOne} />
      {children}
    </DraftForm>
  )
}
