import { useQuery } from '@tanstack/react-query'
import { useOwner } from '@/account/use-auth'
import type { Uuid } from '@/core/model'
import type { Result } from '@/core/result'
import { ownerQuery } from '@/data/queries/owner-query'
import { useOwnerMutation } from '@/data/use-owner-mutation'
import { downloadFile } from '@/lib/browser/download'
import { CALENDAR } from '@/site/calendar-address'
import { CALENDAR_TEXTS } from './calendar-texts'
import { agenda } from './data'
import { agendaFeed } from './feed-data'

interface AgendaFeed {
  token: string
  /** null if the site does not answer a calendar there. */
  address: string | null
}

async function readFeed(): Promise<Result<AgendaFeed | null>> {
  const token = await agenda.feedToken()
  if (!token.success) return token
  if (token.data === null) return { success: true, data: null }
  const address = window.location.origin + CALENDAR.href(token.data)
  const isAnswered = await agendaFeed.answers(address)
  return { success: true, data: { token: token.data, address: isAnswered ? address : null } }
}

/** A secret: of the facts, which are never stored on the device. */
const feedQuery = (owner: Uuid | null) => ownerQuery(owner, ['facts', 'agenda-feed'], readFeed)

/** The coach's calendar; null before its first address is made. */
export const useAgendaFeed = () => useQuery(feedQuery(useOwner()))

export const useNewFeedAddress = () =>
  useOwnerMutation(
    (_: void, only) => agenda.rotateFeed(only),
    // Also after a failure: its answer may have been lost. Awaited, so that the old address is never shown as the new one.
    (client, _answer, _sent, owner) => client.invalidateQueries({ queryKey: feedQuery(owner).queryKey }),
  )

export async function downloadFeed(token: string): Promise<Result<string>> {
  const calendar = await agendaFeed.file(token)
  if (calendar.success) downloadFile(CALENDAR_TEXTS.fileName, calendar.data, 'text/calendar')
  return calendar
}
