import type { Package, Uuid } from '@/core/model'
import { invalidateCredits, reconcileAlerts } from '@/data/queries/effects'
import { useOwnerMutation, whenSaved } from '@/data/use-owner-mutation'
import { packageEdits } from './package-edits-data'
import type { PackageDialogValues } from './package.schema'

interface Edit {
  /** The package as the dialog opened with it, so that another device's edit is not overwritten. */
  seen: Pick<Package, 'id' | 'updated_at' | 'extended_days'>
  values: PackageDialogValues
}

const changed = whenSaved(invalidateCredits, reconcileAlerts)

export const useUpdatePackage = () =>
  useOwnerMutation(
    ({ seen, values }: Edit, only) => packageEdits.update(seen.id, values, seen, only),
    changed,
  )

export const useDeletePackage = () =>
  useOwnerMutation(
    ({ id, seen }: { id: Uuid; seen: Package | undefined }, only) => packageEdits.remove(id, seen, only),
    changed,
  )
