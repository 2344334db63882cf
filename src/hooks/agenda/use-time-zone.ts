import { useMutation, useQueryClient } from '@tanstack/react-query'
import { dayIn } from '@/domain/agenda/zone'
import { toLocalDate } from '@/domain/shared/dates'
import type { LocalDate } from '@/domain/shared/model'
import { useOwner } from '@/hooks/account/use-auth'
import { useProfile } from '@/hooks/account/use-profile'
import { useNow } from '@/hooks/shared/use-now'
import { deviceTimeZone } from '@/lib/browser/time-zone'
import { invalidateAgenda } from '@/queries/effects'
import { queryKeys } from '@/queries/query-keys'
import { agenda } from '@/services/agenda/agenda'

/** The zone that is stored, this device's, and whether the coach must be asked which one counts. */
export function useTimeZone() {
  const profile = useProfile()
  const stored = profile.data?.time_zone ?? null
  const device = deviceTimeZone()
  return { stored, device, differs: stored !== null && stored !== device, isPending: profile.isPending }
}

/** Today in the agenda's zone, which need not be the device's today. Before the first slot there is no zone but the device's. */
export function useAgendaToday(): LocalDate {
  const { stored } = useTimeZone()
  const now = useNow()
  return stored === null ? toLocalDate(now) : dayIn(stored, now)
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
