import { useProfile } from '@/account/use-profile'
import { toLocalDate } from '@/core/dates'
import type { LocalDate } from '@/core/model'
import { deviceTimeZone } from '@/lib/browser/time-zone'
import { useNow } from '@/ui/use-now'
import { dayIn } from './zone'

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
