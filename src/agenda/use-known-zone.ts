import { useQueryClient } from '@tanstack/react-query'
import { useOwner } from '@/account/use-auth'
import type { Profile } from '@/core/model'
import { ownerKey } from '@/data/queries/owner-query'
import { deviceTimeZone } from '@/lib/browser/time-zone'

/** The agenda's zone as far as this device knows, else the device's: nothing is asked for it. */
export function useKnownZone(): string {
  const client = useQueryClient()
  const profile = client.getQueryData<Profile | null>(ownerKey(useOwner(), ['profile']))
  return profile?.time_zone ?? deviceTimeZone()
}
