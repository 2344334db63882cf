import type { Package } from '@/core/model'
import { formatBRL } from '@/core/prices'
import { tell } from '@/credits/tell'
import { toast } from '@/lib/browser/toast'
import { LeavingMonths } from '@/payments/leaving-payments'
import { usePayments } from '@/payments/use-payments'
import { LoadFailed } from '@/students/profile/load-failed'
import { toastFailure } from '@/ui/forms/toast-failure'
import { useSingleFlight } from '@/ui/forms/use-single-flight'
import { OfflineNotice } from '@/ui/offline-notice'
import { OFFLINE } from '@/ui/offline-texts'
import { ConfirmDialog } from '@/ui/overlay/confirm-dialog'
import { useToday } from '@/ui/use-now'
import { boughtText } from './rules'
import { PACKAGE_SCREEN } from './screen-texts'
import { PACKAGE_MESSAGES } from './texts'
import { useDeletePackage } from './use-package-edits'

const { service } = PACKAGE_MESSAGES
const { toast: toasts } = PACKAGE_SCREEN

type DeletePackageProps = { pkg: Package; onClose: () => void; onRemoved: () => void }

/** Says what is deleted with the package, asks, and deletes it (docs/product.md, 'Changing a package'). */
export function DeletePackage({ pkg, onClose, onRemoved }: DeletePackageProps) {
  const remove = useDeletePackage()
  const today = useToday()
  const payments = usePayments(pkg.student_id)
  const lines = payments.data?.filter(({ package_id }) => package_id === pkg.id)
  const [confirm, removing] = useSingleFlight(async () => {
    const result = await remove.mutateAsync({
      id: pkg.id,
      seen: { ...pkg, payments: (lines ?? []).map(({ id }) => id) },
    })
    onClose()
    // A deletion by another device is a success too.
    if (result.success || result.code === 'package-not-found') {
      onRemoved()
      if (result.success) tell(result.data, { title: service.removed })
      else toast({ title: service.removed })
    } else if (result.code === 'in-use') toast({ ...toasts.inUse, tone: 'error' })
    else toastFailure(toasts.removeFailed, result)
  })
  const leaves =
    `${pkg.name}, ${boughtText(pkg, today).toLowerCase()}: ${pkg.remaining_classes} crédito(s) ` +
    `e o valor de ${formatBRL(pkg.price)} saem das contas. Esta ação não pode ser desfeita.`
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Apagar este pacote?"
      description={leaves}
      confirmLabel="Apagar pacote"
      pendingLabel="Apagando..."
      pending={removing}
      // What was kept on this device may name other months than the payments have by now.
      canConfirm={payments.isSuccess && !payments.isFetching}
      onConfirm={() => void confirm()}
    >
      {lines && <LeavingMonths lines={lines} />}
      {payments.isError && <LoadFailed query={payments} />}
      <OfflineNotice className="mt-4">{OFFLINE.needs.package}</OfflineNotice>
    </ConfirmDialog>
  )
}
