import { queryOptions, skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ClubValues } from '@/domain/clubs/club.schema'
import type { Uuid } from '@/domain/shared/model'
import type { FailureCode, Result } from '@/domain/shared/result'
import { useOwner } from '@/hooks/account/use-auth'
import { invalidateClubs, reconcileAlerts } from '@/queries/effects'
import { queryKeys } from '@/queries/query-keys'
import { unwrap } from '@/queries/service-error'
import { clubs } from '@/services/clubs/clubs'
import type { Seen } from '@/services/supabase/table'
import { MESSAGES } from '@/texts/shared/messages'

export const clubsQuery = (owner: Uuid | null) =>
  queryOptions({
    queryKey: queryKeys.clubs(owner ?? ''),
    queryFn: owner === null ? skipToken : () => unwrap(clubs.list()),
    meta: { loadFailed: { title: MESSAGES.clubs.loadFailed, description: MESSAGES.common.tryAgain } },
  })

export const useClubs = () => useQuery(clubsQuery(useOwner()))

/** The clubs that are on this device already: nothing is requested. */
export const useKnownClubs = () => useQuery({ ...clubsQuery(useOwner()), enabled: false }).data

/** Failures that mean that the screen shows an old list. */
const GONE: readonly FailureCode[] = ['club-not-found', 'already-deleted', 'overtaken']

function useClubsChanged() {
  const client = useQueryClient()
  const onSuccess = (result: Result<unknown>) => {
    if (!result.success && !GONE.includes(result.code)) return
    void invalidateClubs(client)
    void reconcileAlerts(client)
  }
  return { onSuccess }
}

/** The dialog makes `id` and keeps it across retries: sent twice, it is one club. */
export function useCreateClub() {
  const only = useOwner() ?? undefined
  const changed = useClubsChanged()
  return useMutation({
    mutationFn: ({ id, values }: { id: Uuid; values: ClubValues }) => clubs.create(id, values, only),
    ...changed,
  })
}

export function useUpdateClub() {
  const only = useOwner() ?? undefined
  const changed = useClubsChanged()
  return useMutation({
    mutationFn: ({ id, values, seen }: { id: Uuid; values: Partial<ClubValues>; seen?: Seen }) =>
      clubs.update(id, values, seen, only),
    ...changed,
  })
}

export function useDeleteClub() {
  const only = useOwner() ?? undefined
  const changed = useClubsChanged()
  return useMutation({ mutationFn: (id: Uuid) => clubs.remove(id, only), ...changed })
}

/** Requests run one after another, so that of two quick clicks the last one wins. */
export function useSetDefaultClub() {
  const only = useOwner() ?? undefined
  const changed = useClubsChanged()
  return useMutation({
    mutationFn: (id: Uuid) => clubs.setDefault(id, only),
    scope: { id: 'default-club' },
    ...changed,
  })
}
