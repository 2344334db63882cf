import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useRef, useState, type ReactNode } from 'react'
import { useForm, type UseFormReturn } from 'react-hook-form'
import { DraftNotice } from '@/components/forms/draft-notice'
import { OfflineNotice } from '@/components/offline/offline-notice'
import { PackageFields } from '@/components/packages/package-fields'
import { Button } from '@/components/ui/button'
import { PACKAGE_LIMITS } from '@/domain/shared/constants'
import { formatDate, toLocalDate } from '@/domain/shared/dates'
import type { Package, Uuid } from '@/domain/shared/model'
import {
  newPackageDialog,
  packageDialogSchema,
  packageEditForm,
  packageEditSchema,
  singleValidity,
  type PackageDialogForm,
  type PackageDialogValues,
} from '@/domain/packages/package.schema'
import { formatBRL } from '@/domain/shared/prices'
import { useConnection } from '@/hooks/offline/use-connection'
import { useDraft, useFormDraft } from '@/hooks/forms/use-draft'
import { isUntouched, useCreate } from '@/hooks/forms/use-create'
import { useEditDraft } from '@/hooks/forms/use-edit-draft'
import { useCreatePackage, useUpdatePackage } from '@/hooks/packages/use-packages'
import { toast } from '@/lib/browser/toast'
import { MESSAGES } from '@/texts/shared/messages'
import { OFFLINE } from '@/texts/offline/offline'

const { service, toast: toasts } = MESSAGES.packages

type PackageForm = UseFormReturn<PackageDialogForm, unknown, PackageDialogValues>

function usePackageForm(defaultValues: PackageDialogForm, schema = packageDialogSchema): PackageForm {
  return useForm<PackageDialogForm, unknown, PackageDialogValues>({
    resolver: standardSchemaResolver(schema),
    defaultValues,
    mode: 'onTouched',
  })
}

/** Sells a package. */
export function NewPackageForm({ studentId, onDone }: { studentId: Uuid; onDone: () => void }) {
  const [defaults] = useState(() => newPackageDialog(toLocalDate(new Date())))
  const draft = useDraft(`student-package:${studentId}`, defaults)
  const form = usePackageForm(draft.initial)
  useFormDraft(form, draft)
  const create = useCreatePackage()
  const update = useUpdatePackage()

  const [save] = useCreate<PackageDialogValues, Package, PackageDialogForm>({
    create: (id, values) => create.mutateAsync({ id, studentId, values }),
    correct: (there, values) =>
      isUntouched(there) ? update.mutateAsync({ seen: there, values }) : undefined,
    done: service.created,
    failed: toasts.createFailed,
    onDone,
  })

  return (
    <FormFrame
      form={form}
      restored={draft.restored}
      onStartAfresh={() => {
        draft.clear()
        form.reset(defaults)
      }}
      onSave={(values) => save(values, draft, form.getValues)}
      onCancel={() => {
        draft.clear()
        onDone()
      }}
      submitLabel="Criar Pacote"
      pendingLabel="Criando..."
    />
  )
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
  const stored = packageEditForm(pkg)
  const draft = useEditDraft(`package:${pkg.id}`, stored, { updated_at: pkg.updated_at })
  const { seen, setSeen } = draft
  const form = usePackageForm(draft.initial, packageEditSchema(pkg))
  useFormDraft(form, draft)
  const update = useUpdatePackage()
  const [theirs, setTheirs] = useState<Package | null>(null)

  const refuseTotal = (message: string) => form.setError('totalClasses', { message }, { shouldFocus: true })

  const save = async (values: PackageDialogValues) => {
    const used = pkg.used_classes
    if (values.totalClasses < used) return refuseTotal(MESSAGES.packages.belowUsed(used))
    const result = await update.mutateAsync({ seen: { id: pkg.id, updated_at: seen.updated_at }, values })
    if (result.success) {
      draft.clear()
      toast({ title: service.updated })
      onDone()
      return
    }
    if (result.code === 'overtaken') {
      const current = (await onReload())?.find(({ id }) => id === pkg.id)
      if (current) {
        setTheirs(current)
        setSeen({ updated_at: current.updated_at })
      }
    }
    // A lesson took one more class meanwhile.
    if (result.code === 'package-below-used') return refuseTotal(result.message)
    toast({
      title: toasts.updateFailed.title,
      description: result.code === 'server' ? toasts.updateFailed.description : result.message,
      tone: 'error',
    })
  }

  return (
    <FormFrame
      form={form}
      restored={draft.restored}
      onStartAfresh={() => {
        draft.clear()
        setSeen({ updated_at: pkg.updated_at })
        form.reset(stored)
      }}
      onSave={save}
      onCancel={() => {
        draft.clear()
        onDone()
      }}
      validityOfOne={singleValidity(pkg)}
      submitLabel={theirs ? 'Salvar o meu' : 'Salvar'}
      pendingLabel="Salvando..."
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
    </FormFrame>
  )
}

function FormFrame({
  form,
  restored,
  onStartAfresh,
  onSave,
  onCancel,
  validityOfOne = PACKAGE_LIMITS.validitySingle,
  submitLabel,
  pendingLabel,
  children,
}: {
  form: PackageForm
  restored: boolean
  onStartAfresh: () => void
  onSave: (values: PackageDialogValues) => Promise<void>
  onCancel: () => void
  validityOfOne?: number
  submitLabel: string
  pendingLabel: string
  children?: ReactNode
}) {
  const { online } = useConnection()
  const [notice, setNotice] = useState(restored)
  const [saving, setSaving] = useState(false)
  /** Also between the press and the answer of the validation, when `saving` is not yet on screen. */
  const busy = useRef(false)

  const saveOnce = async (values: PackageDialogValues) => {
    if (busy.current) return
    busy.current = true
    setSaving(true)
    try {
      await onSave(values)
    } finally {
      busy.current = false
      setSaving(false)
    }
  }

  return (
    <form noValidate onSubmit={(event) => void form.handleSubmit(saveOnce)(event)}>
      <OfflineNotice online={online}>{OFFLINE.needs.package}</OfflineNotice>
      {notice && (
        <DraftNotice
          onDiscard={() => {
            onStartAfresh()
            setNotice(false)
            form.setFocus('totalClasses')
          }}
        />
      )}
      <PackageFields form={form} validityOfOne={validityOfOne} />
      {children}
      <div className="mt-6 flex flex-col-reverse gap-3 *:flex-1 min-[360px]:flex-row">
        <Button tone="outline" onClick={onCancel}>
          Cancelar
        </Button>
        <Button type="submit" tone="main" pending={saving} pendingLabel={pendingLabel}>
          {submitLabel}
        </Button>
      </div>
    </form>
  )
}
