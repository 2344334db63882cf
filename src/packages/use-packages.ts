import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useOwner } from '@/account/use-auth'
import { COMMON_MESSAGES } from '@/core/common-texts'
import type { Uuid } from '@/core/model'
import { invalidateCredits } from '@/data/queries/effects'
import { ownerQuery } from '@/data/queries/owner-query'
import { useOwnerMutation } from '@/data/use-owner-mutation'
import { packages } from './data'

/** How many of each active student's newest packages are prefetched. */
export const PACKAGES_AHEAD = 12

/** The packages of all active students, prefetched for offline use (`app/prefetch.ts`). */
export const activePackagesQuery = (owner: Uuid | null) =>
  ownerQuery(owner, ['packages', 'of-active'], () => packages.newestOfActive(PACKAGES_AHEAD))

/**
 * A student's packages, newest purchase first; until the query is answered, the prefetched ones. A prefetched list may
 * lack older packages (`isCut`); then it is only a placeholder. `always` reads the packages again, however fresh they
 * are.
 */
export function usePackages(studentId: Uuid, { always = false } = {}) {
  const client = useQueryClient()
  const owner = useOwner()
  const { queryKey } = activePackagesQuery(owner)
  const prefetched = () => client.getQueryData(queryKey)?.[studentId]
  const query = useQuery({
    ...ownerQuery(
      owner,
      ['packages', studentId],
      () => packages.listByStudent(studentId),
      COMMON_MESSAGES.loadFailed,
    ),
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

/** Sets the mark 'Renovar todo mês' (`to` true) or removes it. */
export const useMarkMonthly = () =>
  useOwnerMutation(
    ({ id, to }: { id: Uuid; to: boolean }, only) => packages.markMonthly(id, to, only),
    // Stays pending until the packages are read again, so the checkbox shows the choice.
    (client, result) =>
      result.success || result.code === 'package-not-found' ? invalidateCredits(client) : undefined,
  )
