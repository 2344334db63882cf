import { queryOptions, skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ClubValues } from '@/domain/clubs/club.schema'
import type { Uuid } from '@/domain/shared/model'
import { clubs } from '@/services/clubs/clubs'
import { MESSAGES } from '@/texts/shared/messages'
import { invalidateClubs, reconcileAlerts } from '@/queries/effects'
import { queryKeys } from '@/queries/query-keys'
import { useOwner } from '@/hooks/account/use-auth'

/** Clubs throw instead of answering (spec §6): the mutations below reject with the message to show. */
export const clubsQuery = (owner: Uuid | null) =>
  queryOptions({
    queryKey: queryKeys.clubs(owner ?? ''),
    queryFn: owner === null ? skipToken : () => clubs.list(),
    meta: { loadFailed: { title: MESSAGES.clubs.loadFailed, description: MESSAGES.common.tryAgain } },
  })

/** The default first, then by name. */
export const useClubs = () => useQuery(clubsQuery(useOwner()))

/** What follows a change of the clubs; also one that failed because the club is gone: the screen shows an old list. */
function useClubsChanged() {
  const client = useQueryClient()
  const onSuccess = () => {
    void invalidateClubs(client)
    void reconcileAlerts(client)
  }
  const onError = ({ message }: Error) => {
    if (message === MESSAGES.clubs.notFound || message === MESSAGES.clubs.alreadyDeleted) onSuccess()
  }
  return { onSuccess, onError }
}

/** `id` is made by the dialog and kept across retries: sent twice, it is one club. */
export function useCreateClub() {
  const changed = useClubsChanged()
  return useMutation({
    mutationFn: ({ id, values }: { id: Uuid; values: ClubValues }) => clubs.create(id, values),
    ...changed,
  })
}

export function useUpdateClub() {
  const changed = useClubsChanged()
  return useMutation({
    mutationFn: ({ id, values }: { id: Uuid; values: Partial<ClubValues> }) => clubs.update(id, values),
    ...changed,
  })
}

export function useDeleteClub() {
  const changed = useClubsChanged()
  return useMutation({ mutationFn: (id: Uuid) => clubs.remove(id), ...changed })
}

/** One after the other: of two quick clicks the last one counts, whichever request would be faster. */
export function useSetDefaultClub() {
  const changed = useClubsChanged()
  return useMutation({
    mutationFn: (id: Uuid) => clubs.setDefault(id),
    scope: { id: 'default-club' },
    ...changed,
  })
}
