import { useProfile } from '@/account/use-profile'
import type { LocalDate } from '@/core/model'
import { deviceTimeZone } from '@/lib/browser/time-zone'
import { useNow } from '@/ui/use-now'
import { useKnownZone } from './use-known-zone'
import { dayIn } from './zone'

/** The zone that is stored, this device's, and whether the coach must be asked which one counts. */
export function useTimeZone() {
  const profile = useProfile()
  const stored = profile.data?.time_zone ?? null
  const device = deviceTimeZone()
  return { stored, device, differs: stored !== null && stored !== device, isPending: profile.isPending }
}

/** The agenda's zone, which is asked for; until it is known, this device's. */
function useAgendaZone(): string {
  useProfile()
  return useKnownZone() ?? deviceTimeZone()
}

/** Today in the agenda's zone, which need not be the device's today: what the database takes for today. */
export const useAgendaToday = (): LocalDate => dayIn(useAgendaZone(), useNow())
