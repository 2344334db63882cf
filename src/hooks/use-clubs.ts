import { queryOptions, skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ClubValues } from '@/domain/club.schema'
import type { Uuid } from '@/domain/model'
import { clubs } from '@/services/clubs'
import { invalidateClubs, reconcileAlerts } from './effects'
import { queryKeys } from './query-keys'
import { useOwner } from './use-auth'

/** Clubs throw instead of answering (spec §6): the mutations below reject with the message to show. */
export const clubsQuery = (owner: Uuid | null) =>
  queryOptions({
    queryKey: queryKeys.clubs(owner ?? ''),
    queryFn: owner === null ? skipToken : () => clubs.list(),
  })

/** The default first, then by name. */
export const useClubs = () => useQuery(clubsQuery(useOwner()))

function useClubsChanged() {
  const client = useQueryClient()
  return () => {
    void invalidateClubs(client)
    void reconcileAlerts(client)
  }
}

/** `id` is made by the dialog and kept across retries: sent twice, it is one club. */
export function useCreateClub() {
  const onSuccess = useClubsChanged()
  return useMutation({
    mutationFn: ({ id, values }: { id: Uuid; values: ClubValues }) => clubs.create(id, values),
    onSuccess,
  })
}

export function useUpdateClub() {
  const onSuccess = useClubsChanged()
  return useMutation({
    mutationFn: ({ id, values }: { id: Uuid; values: Partial<ClubValues> }) => clubs.update(id, values),
    onSuccess,
  })
}

export function useDeleteClub() {
  const onSuccess = useClubsChanged()
  return useMutation({ mutationFn: (id: Uuid) => clubs.remove(id), onSuccess })
}

/** One after the other: of two quick clicks the last one counts, whichever request would be faster. */
export function useSetDefaultClub() {
  const onSuccess = useClubsChanged()
  return useMutation({
    mutationFn: (id: Uuid) => clubs.setDefault(id),
    scope: { id: 'default-club' },
    onSuccess,
  })
}
