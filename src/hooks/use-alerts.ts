import { queryOptions, skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Uuid } from '@/domain/model'
import { alerts } from '@/services/alerts'
import { invalidateAlerts, reconcileAlerts } from './effects'
import { queryKeys } from './query-keys'
import { unwrap } from './service-error'
import { useOwner } from './use-auth'

export const alertsQuery = (owner: Uuid | null) =>
  queryOptions({
    queryKey: queryKeys.alerts(owner ?? ''),
    queryFn: owner === null ? skipToken : () => unwrap(alerts.list()),
  })

/** Unresolved alerts, newest first. */
export const useAlerts = () => useQuery(alertsQuery(useOwner()))

/** Brings the alerts in step with today, once, when the screen that uses it opens. */
export function useReconcileAlerts() {
  const client = useQueryClient()
  const owner = useOwner()
  useEffect(() => {
    if (owner !== null) void reconcileAlerts(client)
  }, [client, owner])
}

/** The coach closes an alert; it stays closed until its cause has ended. */
export function useResolveAlert() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: Uuid) => alerts.resolve(id),
    onSuccess: () => {
      void invalidateAlerts(client)
    },
  })
}
