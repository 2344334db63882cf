import type { PackageDialogValues } from '@/domain/packages/package.schema'
import type { Package, Uuid } from '@/domain/shared/model'
import { useOwnerMutation, whenSaved } from '@/hooks/data/use-owner-mutation'
import { invalidateCredits, reconcileAlerts } from '@/queries/effects'
import { packageEdits } from '@/services/packages/package-edits'

interface Edit {
  /** The package as the dialog opened with it, so that another device's edit is not overwritten. */
  seen: Pick<Package, 'id' | 'updated_at' | 'extended_days'>
  values: PackageDialogValues
}

export const useUpdatePackage = () =>
  useOwnerMutation(
    ({ seen, values }: Edit, only) => packageEdits.update(seen.id, values, seen, only),
    whenSaved(invalidateCredits, reconcileAlerts),
  )

export const useDeletePackage = () =>
  useOwnerMutation(
    ({ id, seen }: { id: Uuid; seen: Package | undefined }, only) => packageEdits.remove(id, seen, only),
    whenSaved(invalidateCredits, reconcileAlerts),
  )
