import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useOwner } from '@/hooks/account/use-auth'
import { queryKeys } from '@/queries/query-keys'
import { unwrap } from '@/queries/service-error'
import { agenda } from '@/services/agenda/agenda'

/** The secret of the calendar's address; null until one was made. Never stored on the device. */
export function useAgendaFeed() {
  const owner = useOwner()
  return useQuery({
    queryKey: queryKeys.agendaFeed(owner ?? ''),
    queryFn: owner === null ? skipToken : () => unwrap(agenda.feedToken()),
  })
}

/** Makes a new address; the old one shows nothing from now on. */
export function useRotateFeed() {
  const client = useQueryClient()
  const owner = useOwner()
  return useMutation({
    mutationFn: () => agenda.rotateFeed(owner ?? undefined),
    onSuccess: (result) => {
      if (result.success && owner !== null) client.setQueryData(queryKeys.agendaFeed(owner), result.data)
    },
  })
}
