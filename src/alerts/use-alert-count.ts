import { useQuery } from '@tanstack/react-query'
import { useOwner } from '@/account/use-auth'
import { ownerKey } from '@/data/queries/owner-query'

/** How many alerts are open, as far as this device has read them: nothing is requested, and nothing of their rules loads. */
export function useAlertCount(): number {
  const { data } = useQuery<readonly unknown[], Error, number>({
    queryKey: ownerKey(useOwner(), ['alerts']),
    enabled: false,
    select: (alerts) => alerts.length,
  })
  return data ?? 0
}
