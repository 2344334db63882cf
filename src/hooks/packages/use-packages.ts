import { queryOptions, skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Uuid } from '@/domain/shared/model'
import { useOwner } from '@/hooks/account/use-auth'
import { invalidateCredits } from '@/queries/effects'
import { queryKeys } from '@/queries/query-keys'
import { unwrap } from '@/queries/service-error'
import { packages } from '@/services/packages/packages'
import { MESSAGES } from '@/texts/shared/messages'

const packagesQuery = (owner: Uuid | null, studentId: Uuid) =>
  queryOptions({
    queryKey: queryKeys.packages(owner ?? '', studentId),
    queryFn: owner === null ? skipToken : () => unwrap(packages.listByStudent(studentId)),
    meta: { loadFailed: MESSAGES.common.loadFailed },
  })

/** Packages that are prefetched of each active student, the newest. */
export const PACKAGES_AHEAD = 12

/** The packages of all active students, prefetched for offline use (`hooks/offline/prefetch.ts`). */
export const activePackagesQuery = (owner: Uuid | null) =>
  queryOptions({
    queryKey: queryKeys.activePackages(owner ?? ''),
    queryFn: owner === null ? skipToken : () => unwrap(packages.newestOfActive(PACKAGES_AHEAD)),
  })

/**
 * A student's packages, newest purchase first; the prefetched ones until the query is answered. A prefetched list may
 * be cut (`isCut`), so it is only a placeholder. `always` reads them anew, however fresh they are.
 */
export function usePackages(studentId: Uuid, { always = false } = {}) {
  const client = useQueryClient()
  const owner = useOwner()
  const { queryKey } = activePackagesQuery(owner)
  const prefetched = () => client.getQueryData(queryKey)?.[studentId]
  const query = useQuery({
    ...packagesQuery(owner, studentId),
    initialData: () => {
      const newest = prefetched()
      return newest && newest.length < PACKAGES_AHEAD ? newest : undefined
    },
    initialDataUpdatedAt: () => client.getQueryState(queryKey)?.dataUpdatedAt,
    ...(always && { refetchOnMount: 'always' as const }),
  })
  const newest = query.data === undefined ? prefetched() : undefined
  return { ...query, data: query.data ?? newest, isCut: newest !== undefined }
}

/** `to`: with the mark 'Renovar todo mês', or without. */
export function useMarkMonthly() {
  const client = useQueryClient()
  const only = useOwner() ?? undefined
  return useMutation({
    mutationFn: ({ id, to }: { id: Uuid; to: boolean }) => packages.markMonthly(id, to, only),
    // Until it is read again, the switch shows what was chosen.
    onSuccess: ({ success }) => (success ? invalidateCredits(client) : undefined),
  })
}
