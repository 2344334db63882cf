import { useQuery } from '@tanstack/react-query'
import { useOwner } from '@/account/use-auth'
import { profileQuery } from '@/account/use-profile'
import { DEFAULT_ZONE } from './zone'

/** The agenda's zone, or the default one; null until this device has read the profile. Makes no request. */
export function useKnownZone(): string | null {
  const { data: profile } = useQuery({ ...profileQuery(useOwner()), enabled: false })
  return profile ? (profile.time_zone ?? DEFAULT_ZONE) : null
}
