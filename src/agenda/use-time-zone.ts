import { useQuery } from '@tanstack/react-query'
import { useOwner } from '@/account/use-auth'
import { useProfile, profileQuery } from '@/account/use-profile'
import type { LocalDate } from '@/core/model'
import { deviceTimeZone } from '@/lib/browser/time-zone'
import { useNow } from '@/ui/use-now'
import { dayIn, DEFAULT_ZONE } from './zone'

/** The stored zone, the device's zone, and whether they differ, so that the coach must be asked which one counts. */
export function useTimeZone() {
  const profile = useProfile()
  const stored = profile.data?.time_zone ?? null
  const device = deviceTimeZone()
  return { stored, device, differs: stored !== null && stored !== device, isPending: profile.isPending }
}

/** The zone in which students are told when a lesson was. null while it is read: until then there is no message. */
export function useToldZone(): string | null {
  const { stored, device, isPending } = useTimeZone()
  return isPending ? null : (stored ?? device)
}

/** The agenda's time zone, which this hook reads; the device's until it is known. */
function useAgendaZone(): string {
  useProfile()
  return useKnownZone() ?? deviceTimeZone()
}

/** Today in the agenda's time zone, as the database has it; the device may be on another day. */
export const useAgendaToday = (): LocalDate => dayIn(useAgendaZone(), useNow())

/** The agenda's zone, or the default one; null until this device has read the profile. Makes no request. */
export function useKnownZone(): string | null {
  const { data: profile } = useQuery({ ...profileQuery(useOwner()), enabled: false })
  return profile ? (profile.time_zone ?? DEFAULT_ZONE) : null
}
