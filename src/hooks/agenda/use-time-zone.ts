import { dayIn } from '@/domain/agenda/zone'
import { toLocalDate } from '@/domain/shared/dates'
import type { LocalDate } from '@/domain/shared/model'
import { showSavedProfile, useProfile } from '@/hooks/account/use-profile'
import { useOwnerMutation } from '@/hooks/data/use-owner-mutation'
import { useNow } from '@/hooks/shared/use-now'
import { deviceTimeZone } from '@/lib/browser/time-zone'
import { invalidateAgenda } from '@/queries/effects'
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
export const useSetTimeZone = () =>
  useOwnerMutation(agenda.setTimeZone, (client, result, _, owner) => {
    if (!result.success || owner === null) return
    showSavedProfile(client, result, owner)
    void invalidateAgenda(client)
  })
