import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useOwner } from '@/account/use-auth'
import { toLocalDate } from '@/core/dates'
import type { Package, Uuid } from '@/core/model'
import type { Result } from '@/core/result'
import { tell } from '@/credits/tell'
import { useUndoAction } from '@/credits/use-undo'
import { invalidateCredits, reconcileAlerts } from '@/data/queries/effects'
import { ownerKey } from '@/data/queries/owner-query'
import { useOwnerMutation, whenSaved } from '@/data/use-owner-mutation'
import { isStale } from '@/sessions/use-sessions'
import { toastFailure } from '@/ui/forms/toast-failure'
import { useSingleFlight } from '@/ui/forms/use-single-flight'
import { beginningOn, packageEdits, type SeenForRemoval } from './package-edits-data'
import type { PackageDialogValues } from './package.schema'
import { PACKAGE_SCREEN } from './screen-texts'
import { PACKAGE_MESSAGES } from './texts'

interface Edit {
  /** The package with which the dialog opened, so that another device's edit is not overwritten. */
  seen: Pick<Package, 'id' | 'updated_at' | 'extended_days'>
  values: PackageDialogValues
}

const changed = whenSaved(invalidateCredits, reconcileAlerts)

/** After a refusal the next press must be about the package as it is now, and the student's sentence say the same. */
const changedOrStale = (client: QueryClient, result: Result<unknown>) =>
  changed(client, { success: result.success || isStale(result) })

export const useUpdatePackage = () =>
  useOwnerMutation(
    ({ seen, values }: Edit, only) => packageEdits.update(seen.id, values, seen, only),
    changedOrStale,
  )

/** Shows a saved package at once: the form closes, and the next edit must not begin with the one from before. */
export function useShowPackage() {
  const client = useQueryClient()
  const owner = useOwner()
  return (saved: Package) =>
    client.setQueryData<Package[]>(ownerKey(owner, ['packages', saved.student_id]), (shown) =>
      shown?.map((pkg) => (pkg.id === saved.id ? saved : pkg)),
    )
}

export const useDeletePackage = () =>
  useOwnerMutation(
    ({ id, seen }: { id: Uuid; seen: SeenForRemoval | undefined }, only) =>
      packageEdits.remove(id, seen, only),
    changedOrStale,
  )

/** 'Começar hoje': a package bought for a later day begins today. `onStarted`: before the packages are read again. */
export function useStartToday(onStarted?: () => void) {
  const undoActionOf = useUndoAction()
  const { mutateAsync } = useOwnerMutation(
    (pkg: Package, only) => packageEdits.update(pkg.id, beginningOn(pkg, toLocalDate(new Date())), pkg, only),
    changedOrStale,
  )
  return useSingleFlight(async (pkg: Package) => {
    const result = await mutateAsync(pkg)
    if (!result.success) return toastFailure(PACKAGE_MESSAGES.service.update, result)
    tell(result.data, ({ package: started }) => ({
      title: PACKAGE_SCREEN.card.started,
      action: undoActionOf({ kind: 'started', pkg: started, before: pkg.purchase_date }),
    }))
    onStarted?.()
  })
}
