import { useQueryClient } from '@tanstack/react-query'
import { useOwner } from '@/account/use-auth'
import type { Profile } from '@/core/model'
import { ownerKey } from '@/data/queries/owner-query'
import { deviceTimeZone } from '@/lib/browser/time-zone'
import { DEFAULT_ZONE } from './zone'

/** The agenda's zone as far as this device knows, else the device's: nothing is asked for it. Of a coach without one the database's. */
export function useKnownZone(): string {
  const client = useQueryClient()
  const profile = client.getQueryData<Profile | null>(ownerKey(useOwner(), ['profile']))
  return profile ? (profile.time_zone ?? DEFAULT_ZONE) : deviceTimeZone()
}
