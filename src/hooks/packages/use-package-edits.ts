import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { PackageDialogValues } from '@/domain/packages/package.schema'
import type { Package, Uuid } from '@/domain/shared/model'
import { useOwner } from '@/hooks/account/use-auth'
import { invalidateCredits, reconcileAlerts } from '@/queries/effects'
import { packageEdits } from '@/services/packages/package-edits'

function useCreditsChanged() {
  const client = useQueryClient()
  return ({ success }: { success: boolean }) => {
    if (!success) return
    void invalidateCredits(client)
    void reconcileAlerts(client)
  }
}

/** `seen`: the package as the dialog opened with it, so that another device's edit is not overwritten. */
export function useUpdatePackage() {
  const only = useOwner() ?? undefined
  const onSuccess = useCreditsChanged()
  return useMutation({
    mutationFn: ({
      seen,
      values,
    }: {
      seen: Pick<Package, 'id' | 'updated_at' | 'extended_days'>
      values: PackageDialogValues
    }) => packageEdits.update(seen.id, values, seen, only),
    onSuccess,
  })
}

export function useDeletePackage() {
  const only = useOwner() ?? undefined
  const onSuccess = useCreditsChanged()
  return useMutation({
    mutationFn: ({ id, seen }: { id: Uuid; seen: Package | undefined }) =>
      packageEdits.remove(id, seen, only),
    onSuccess,
  })
}
