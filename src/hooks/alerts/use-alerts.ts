import {
  queryOptions,
  skipToken,
  useMutation,
  useMutationState,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { Uuid } from '@/domain/shared/model'
import { alerts } from '@/services/alerts/alerts'
import { invalidateAlerts, reconcileAlerts } from '@/queries/effects'
import { queryKeys } from '@/queries/query-keys'
import { unwrap } from '@/queries/service-error'
import { useOwner } from '@/hooks/account/use-auth'

export const alertsQuery = (owner: Uuid | null) =>
  queryOptions({
    queryKey: queryKeys.alerts(owner ?? ''),
    queryFn: owner === null ? skipToken : () => unwrap(alerts.list()),
  })

export const newestAlertsQuery = (owner: Uuid | null, count: number) =>
  queryOptions({
    queryKey: queryKeys.newestAlerts(owner ?? '', count),
    queryFn: owner === null ? skipToken : () => unwrap(alerts.list(count)),
  })

/** Unresolved alerts, newest first. */
export const useAlerts = () => useQuery(alertsQuery(useOwner()))

/** At most `count` of them, the newest. */
export const useNewestAlerts = (count: number) => useQuery(newestAlertsQuery(useOwner(), count))

/** Brings the alerts in step with today, once, when the screen that uses it opens. */
export function useReconcileAlerts() {
  const client = useQueryClient()
  const owner = useOwner()
  useEffect(() => {
    if (owner !== null) void reconcileAlerts(client)
  }, [client, owner])
}

const RESOLVE = ['resolve-alert'] as const

/** The coach closes an alert; it stays closed until its cause has ended. */
export function useResolveAlert() {
  const client = useQueryClient()
  const owner = useOwner()
  return useMutation({
    mutationKey: RESOLVE,
    mutationFn: (id: Uuid) => alerts.resolve(id, owner ?? undefined),
    onSuccess: (result, id) => {
      // Gone is what was wanted, whoever did it.
      if (!result.success && result.code !== 'alert-not-found') return
      // Before `useResolvingAlerts` stops naming it.
      client.setQueryData(alertsQuery(owner).queryKey, (list) => list?.filter((alert) => alert.id !== id))
      // Of several in a row the last one reads again: the others are still on their way.
      if (client.isMutating({ mutationKey: RESOLVE }) === 1) void invalidateAlerts(client)
    },
  })
}

/** Alerts whose closing is on its way: a list leaves them out at once, and has them again when it fails. */
export function useResolvingAlerts(): ReadonlySet<Uuid> {
  const ids = useMutationState({
    filters: { mutationKey: RESOLVE, status: 'pending' },
    select: ({ state }) => String(state.variables),
  })
  return useMemo(() => new Set(ids), [ids])
}
