import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useOwner } from '@/hooks/account/use-auth'
import { useProfile } from '@/hooks/account/use-profile'
import { invalidateAgenda } from '@/queries/effects'
import { queryKeys } from '@/queries/query-keys'
import { agenda } from '@/services/agenda/agenda'

/** IANA name, for instance 'America/Sao_Paulo'. */
export const deviceTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** The zone that is stored, this device's, and whether the coach must be asked which one counts. */
export function useTimeZone() {
  const stored = useProfile().data?.time_zone ?? null
  const device = deviceTimeZone()
  return { stored, device, differs: stored !== null && stored !== device }
}

/** Stores the zone in which the times of the agenda are meant: all planned lessons keep their local time. */
export function useSetTimeZone() {
  const client = useQueryClient()
  const owner = useOwner()
  return useMutation({
    mutationFn: (zone: string) => agenda.setTimeZone(zone, owner ?? undefined),
    onSuccess: (result) => {
      if (!result.success || owner === null) return
      client.setQueryData(queryKeys.profile(owner), result.data)
      void invalidateAgenda(client)
    },
  })
}
