import { queryOptions, skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Package, Uuid } from '@/domain/shared/model'
import type { PackageDialogValues } from '@/domain/packages/package.schema'
import { packages } from '@/services/packages/packages'
import { invalidateCredits, reconcileAlerts } from '@/queries/effects'
import { MESSAGES } from '@/texts/shared/messages'
import { queryKeys } from '@/queries/query-keys'
import { unwrap } from '@/queries/service-error'
import { useOwner } from '@/hooks/account/use-auth'

const packagesQuery = (owner: Uuid | null, studentId: Uuid) =>
  queryOptions({
    queryKey: queryKeys.packages(owner ?? '', studentId),
    queryFn: owner === null ? skipToken : () => unwrap(packages.listByStudent(studentId)),
    meta: { loadFailed: MESSAGES.common.loadFailed },
  })

/** Newest packages that are read ahead of each active student. */
export const PACKAGES_AHEAD = 12

/** Of every active student, read ahead for the time without network (`use-offline-pack.ts`). */
export const activePackagesQuery = (owner: Uuid | null) =>
  queryOptions({
    queryKey: queryKeys.activePackages(owner ?? ''),
    queryFn: owner === null ? skipToken : () => unwrap(packages.newestOfActive(PACKAGES_AHEAD)),
  })

/** A student's packages, newest purchase first; until they are read, what was read ahead of them. */
export function usePackages(studentId: Uuid) {
  const client = useQueryClient()
  const owner = useOwner()
  const ahead = activePackagesQuery(owner).queryKey
  return useQuery({
    ...packagesQuery(owner, studentId),
    initialData: () => client.getQueryData(ahead)?.[studentId],
    initialDataUpdatedAt: () => client.getQueryState(ahead)?.dataUpdatedAt,
  })
}

function useCreditsChanged() {
  const client = useQueryClient()
  return ({ success }: { success: boolean }) => {
    if (!success) return
    void invalidateCredits(client)
    void reconcileAlerts(client)
  }
}

/** `id` is made by the form and kept across retries: sent twice, it is one package. */
export function useCreatePackage() {
  const onSuccess = useCreditsChanged()
  return useMutation({
    mutationFn: ({ id, studentId, values }: { id: Uuid; studentId: Uuid; values: PackageDialogValues }) =>
      packages.create(id, studentId, values),
    onSuccess,
  })
}

/** `seen` is the package as the dialog opened with it: an edit of another device is not overwritten. */
export function useUpdatePackage() {
  const onSuccess = useCreditsChanged()
  return useMutation({
    mutationFn: ({
      seen,
      values,
    }: {
      seen: Pick<Package, 'id' | 'updated_at'>
      values: PackageDialogValues
    }) => packages.update(seen.id, values, seen),
    onSuccess,
  })
}

export function useDeletePackage() {
  const onSuccess = useCreditsChanged()
  return useMutation({ mutationFn: (id: Uuid) => packages.remove(id), onSuccess })
}
