import { useQueryClient } from '@tanstack/react-query'
import { useOwner } from '@/account/use-auth'
import type { Profile } from '@/core/model'
import { ownerKey } from '@/data/queries/owner-query'
import { deviceTimeZone } from '@/lib/browser/time-zone'
import { DEFAULT_ZONE } from './zone'

/** Of a coach without a zone the database's; the device's while the profile is not read. */
export const zoneOf = (profile: Profile | null | undefined): string =>
  profile ? (profile.time_zone ?? DEFAULT_ZONE) : deviceTimeZone()

/** The agenda's zone as far as this device knows, else the device's: nothing is asked for it. */
export function useKnownZone(): string {
  const client = useQueryClient()
  return zoneOf(client.getQueryData<Profile | null>(ownerKey(useOwner(), ['profile'])))
}
