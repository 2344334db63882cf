import { useQuery, type QueryClient } from '@tanstack/react-query'
import { useOwner } from '@/account/use-auth'
import { COMMON_MESSAGES } from '@/core/common-texts'
import type { Uuid } from '@/core/model'
import type { FailureCode, Result } from '@/core/result'
import { invalidateClubs, reconcileAlerts } from '@/data/queries/effects'
import { ownerQuery } from '@/data/queries/owner-query'
import type { Seen } from '@/data/table'
import { useOwnerMutation } from '@/data/use-owner-mutation'
import { clubs } from './data'
import type { ClubValues } from './schema'
import { CLUB_MESSAGES } from './texts'

export const clubsQuery = (owner: Uuid | null) =>
  ownerQuery(owner, ['clubs'], clubs.list, {
    title: CLUB_MESSAGES.loadFailed,
    description: COMMON_MESSAGES.tryAgain,
  })

export const useClubs = () => useQuery(clubsQuery(useOwner()))

/** The clubs that this device has read; makes no request. */
export const useKnownClubs = () => useQuery({ ...clubsQuery(useOwner()), enabled: false }).data

/** Failures after which the screen shows an old list. */
const GONE: readonly FailureCode[] = ['club-not-found', 'already-deleted', 'overtaken']

function clubsChanged(client: QueryClient, result: Result<unknown>) {
  if (!result.success && !GONE.includes(result.code)) return
  void invalidateClubs(client)
  void reconcileAlerts(client)
}

/** The dialog makes `id` and keeps it across retries, so a club that is sent twice is one club. */
export const useCreateClub = () =>
  useOwnerMutation(
    ({ id, values }: { id: Uuid; values: ClubValues }, only) => clubs.create(id, values, only),
    clubsChanged,
  )

export const useUpdateClub = () =>
  useOwnerMutation(
    ({ id, values, seen }: { id: Uuid; values: Partial<ClubValues>; seen?: Seen }, only) =>
      clubs.update(id, values, seen, only),
    (client, result, { id }, owner) => {
      // The form closes at once, and the list below must already show what was saved.
      if (result.success) {
        const saved = result.data
        client.setQueryData(clubsQuery(owner).queryKey, (shown) =>
          shown?.map((club) => (club.id === id ? saved : club)),
        )
      }
      clubsChanged(client, result)
    },
  )

export const useDeleteClub = () => useOwnerMutation(clubs.remove, clubsChanged)

/** Requests run one after another, so that of two quick clicks the last one wins. */
export const useSetDefaultClub = () =>
  useOwnerMutation(clubs.setDefault, clubsChanged, { scope: { id: 'default-club' } })
