import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Result } from '@/domain/shared/result'
import { CALENDAR } from '@/domain/site/calendar-address'
import { useOwner } from '@/hooks/account/use-auth'
import { downloadFile } from '@/lib/browser/download'
import { queryKeys } from '@/queries/query-keys'
import { unwrap } from '@/queries/service-error'
import { agenda } from '@/services/agenda/agenda'
import { agendaFeed } from '@/services/agenda/feed'
import { CALENDAR_TEXTS } from '@/texts/agenda/calendar'

interface AgendaFeed {
  token: string
  /** null if the site does not answer a calendar there. */
  address: string | null
}

async function readFeed(): Promise<AgendaFeed | null> {
  const token = await unwrap(agenda.feedToken())
  if (token === null) return null
  const address = window.location.origin + CALENDAR.href(token)
  return { token, address: (await agendaFeed.answers(address)) ? address : null }
}

/** The coach's calendar; null before its first address is made. */
export function useAgendaFeed() {
  const owner = useOwner()
  return useQuery({
    queryKey: queryKeys.agendaFeed(owner ?? ''),
    queryFn: owner === null ? skipToken : readFeed,
  })
}

export function useNewFeedAddress() {
  const client = useQueryClient()
  const owner = useOwner()
  return useMutation({
    mutationFn: () => agenda.rotateFeed(owner ?? undefined),
    // Also after a failure: its answer may have been lost. Awaited, so that the old address is never shown as the new one.
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.agendaFeed(owner ?? '') }),
  })
}

export async function downloadFeed(token: string): Promise<Result<string>> {
  const calendar = await agendaFeed.file(token)
  if (calendar.success) downloadFile(CALENDAR_TEXTS.fileName, calendar.data, 'text/calendar')
  return calendar
}
