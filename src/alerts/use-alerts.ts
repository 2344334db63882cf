import { useMutationState, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { useOwner } from '@/account/use-auth'
import type { Uuid } from '@/core/model'
import { invalidateAlerts, reconcileAlerts } from '@/data/queries/effects'
import { ownerQuery } from '@/data/queries/owner-query'
import { useOwnerMutation } from '@/data/use-owner-mutation'
import { alerts } from './data'

export const alertsQuery = (owner: Uuid | null) => ownerQuery(owner, ['alerts'], alerts.list)

export const useAlerts = () => useQuery(alertsQuery(useOwner()))

/** How many alerts are open, as far as this device has read them: nothing is requested. */
export const useAlertCount = (): number =>
  useQuery({ ...alertsQuery(useOwner()), enabled: false, select: (open) => open.length }).data ?? 0

/** Reconciles the alerts with today's facts once, when the screen that uses it opens. */
export function useReconcileAlerts() {
  const client = useQueryClient()
  const owner = useOwner()
  useEffect(() => {
    if (owner !== null) void reconcileAlerts(client)
  }, [client, owner])
}

const RESOLVE = ['resolve-alert'] as const

/** Closes an alert. It stays closed until its cause has ended (docs/product.md, 'Alerts'). */
export const useResolveAlert = () =>
  useOwnerMutation(
    alerts.resolve,
    (client, result, id, owner) => {
      // An alert that is gone already counts as closed.
      if (!result.success && result.code !== 'alert-not-found') return
      // First, or the list would show the alert again for a moment once `useResolvingAlerts` drops it.
      client.setQueryData(alertsQuery(owner).queryKey, (list) => list?.filter((alert) => alert.id !== id))
      // Only the last of several parallel closes reads the list again; an earlier read would miss the others.
      if (client.isMutating({ mutationKey: RESOLVE }) === 1) void invalidateAlerts(client)
    },
    { mutationKey: RESOLVE },
  )

/** Alerts that are being closed. Lists hide them at once; they come back if the request fails. */
export function useResolvingAlerts(): ReadonlySet<Uuid> {
  const ids = useMutationState({
    filters: { mutationKey: RESOLVE, status: 'pending' },
    select: ({ state }) => String(state.variables),
  })
  return useMemo(() => new Set(ids), [ids])
}
