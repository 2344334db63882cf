import { useQuery } from '@tanstack/react-query'
import { useOwner } from '@/account/use-auth'
import type { Uuid } from '@/core/model'
import type { Result } from '@/core/result'
import { unlessLeft } from '@/data/owner'
import { ownerQuery } from '@/data/queries/owner-query'
import { useOwnerMutation } from '@/data/use-owner-mutation'
import { CALENDAR } from '@/site/documents'
import { agendaFeed } from './calendar-data'

export interface AgendaFeed {
  token: string
  /** null if the site answers no calendar at the address. */
  address: string | null
}

async function readFeed(): Promise<Result<AgendaFeed | null>> {
  const token = await agendaFeed.token()
  if (!token.success) return token
  if (token.data === null) return { success: true, data: null }
  const address = window.location.origin + CALENDAR.href(token.data)
  const isAnswered = await agendaFeed.answers(address)
  return { success: true, data: { token: token.data, address: isAnswered ? address : null } }
}

/** The address is a secret, so its key begins with 'facts', which the device never stores. */
const feedQuery = (owner: Uuid | null) => ownerQuery(owner, ['facts', 'agenda-feed'], readFeed)

/** The coach's calendar; null before its first address is made. */
export const useAgendaFeed = () => useQuery(feedQuery(useOwner()))

export const useNewFeedAddress = () =>
  useOwnerMutation(
    (_: void, only) => agendaFeed.rotate(only),
    // Also after a failure, because the answer may have been lost. Awaited, so that the old address never shows as the
    // new one.
    (client, _answer, _sent, owner) => client.invalidateQueries({ queryKey: feedQuery(owner).queryKey }),
  )

export const readCalendarFile = (token: string) => unlessLeft(agendaFeed.file(token))
