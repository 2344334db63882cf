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

/** How many alerts are open, as far as this device has read them. Requests nothing. */
export const useAlertCount = (): number =>
  useQuery({ ...alertsQuery(useOwner()), enabled: false, select: (open) => open.length }).data ?? 0

/** Reconciles the alerts with today's facts once, when the screen opens. */
export function useReconcileAlerts() {
  const client = useQueryClient()
  const owner = useOwner()
  useEffect(() => {
    if (owner !== null) void reconcileAlerts(client)
  }, [client, owner])
}

const RESOLVE = ['resolve-alert'] as const

export const useResolveAlert = () =>
  useOwnerMutation(
    alerts.resolve,
    (client, result, id, owner) => {
      // An alert that is already gone counts as closed.
      if (!result.success && result.code !== 'alert-not-found') return
      // Before `useResolvingAlerts` drops the alert, or the list would show it again for a moment.
      client.setQueryData(alertsQuery(owner).queryKey, (list) => list?.filter((alert) => alert.id !== id))
      // Only the last of several parallel closes reads the list again, because an earlier read would miss the others.
      if (client.isMutating({ mutationKey: RESOLVE }) === 1) void invalidateAlerts(client)
    },
    { mutationKey: RESOLVE },
  )

/** The alerts that are being closed. Lists hide them at once; they come back if the request fails. */
export function useResolvingAlerts(): ReadonlySet<Uuid> {
  const ids = useMutationState({
    filters: { mutationKey: RESOLVE, status: 'pending' },
    select: ({ state }) => String(state.variables),
  })
  return useMemo(() => new Set(ids), [ids])
}
