import { useQuery, type QueryClient } from '@tanstack/react-query'
import type { ClubValues } from '@/domain/clubs/club.schema'
import type { Uuid } from '@/domain/shared/model'
import type { FailureCode, Result } from '@/domain/shared/result'
import { useOwner } from '@/hooks/account/use-auth'
import { useOwnerMutation } from '@/hooks/data/use-owner-mutation'
import { invalidateClubs, reconcileAlerts } from '@/queries/effects'
import { ownerQuery } from '@/queries/owner-query'
import { clubs } from '@/services/clubs/clubs'
import type { Seen } from '@/services/supabase/table'
import { MESSAGES } from '@/texts/shared/messages'

export const clubsQuery = (owner: Uuid | null) =>
  ownerQuery(owner, ['clubs'], clubs.list, {
    title: MESSAGES.clubs.loadFailed,
    description: MESSAGES.common.tryAgain,
  })

export const useClubs = () => useQuery(clubsQuery(useOwner()))

/** The clubs that are on this device already: nothing is requested. */
export const useKnownClubs = () => useQuery({ ...clubsQuery(useOwner()), enabled: false }).data

/** Failures that mean that the screen shows an old list. */
const GONE: readonly FailureCode[] = ['club-not-found', 'already-deleted', 'overtaken']

function clubsChanged(client: QueryClient, result: Result<unknown>) {
  if (!result.success && !GONE.includes(result.code)) return
  void invalidateClubs(client)
  void reconcileAlerts(client)
}

/** The dialog makes `id` and keeps it across retries: sent twice, it is one club. */
export const useCreateClub = () =>
  useOwnerMutation(
    ({ id, values }: { id: Uuid; values: ClubValues }, only) => clubs.create(id, values, only),
    clubsChanged,
  )

export const useUpdateClub = () =>
  useOwnerMutation(
    ({ id, values, seen }: { id: Uuid; values: Partial<ClubValues>; seen?: Seen }, only) =>
      clubs.update(id, values, seen, only),
    clubsChanged,
  )

export const useDeleteClub = () => useOwnerMutation(clubs.remove, clubsChanged)

/** Requests run one after another, so that of two quick clicks the last one wins. */
export const useSetDefaultClub = () =>
  useOwnerMutation(clubs.setDefault, clubsChanged, { scope: { id: 'default-club' } })
