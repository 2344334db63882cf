import { useQuery } from '@tanstack/react-query'
import { useOwner } from '@/account/use-auth'
import { profileQuery } from '@/account/use-profile'
import { DEFAULT_ZONE } from './zone'

/**
 * The agenda's zone, also of a coach who has not chosen one; null until this device has read it: nothing is asked for
 * it.
 */
export function useKnownZone(): string | null {
  const { data: profile } = useQuery({ ...profileQuery(useOwner()), enabled: false })
  return profile ? (profile.time_zone ?? DEFAULT_ZONE) : null
}
