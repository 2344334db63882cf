import type { QueryClient } from '@tanstack/react-query'
import { profileQuery } from '@/account/use-profile'
import { keptAgendaQuery } from '@/agenda/use-agenda'
import { recentLessonsQuery } from '@/agenda/use-recent-lessons'
import { alertsQuery } from '@/alerts/use-alerts'
import { clubsQuery } from '@/clubs/use-clubs'
import { PAGE_SIZES } from '@/core/constants'
import { toLocalDate } from '@/core/dates'
import type { Uuid } from '@/core/model'
import { dashboardChartsQuery, dashboardStatsQuery } from '@/dashboard/use-dashboard'
import { currentConnection } from '@/lib/network/connection'
import { prefetchSettings } from '@/lib/settings/prefetch'
import { activePackagesQuery } from '@/packages/use-packages'
import { NO_SESSION_FILTERS } from '@/sessions/rules'
import { sessionsPageQuery } from '@/sessions/use-sessions'
import { newestStudentsQuery, studentsQuery } from '@/students/use-students'

/** Pages of the history that are available offline; one request reads them all. */
const HISTORY_PAGES = 4

/** 'court': what registering a lesson needs, and the alerts, whose number the bell shows. 'all': also the dashboard. */
export type PrefetchScope = 'court' | 'all'

/**
 * Prefetches what a coach needs on a court without signal: students with their credits and packages, recent lessons,
 * clubs, the profile, six weeks of the agenda, the alerts; with 'all' also the dashboard. At most ten small requests in
 * ten minutes: a query that is younger and not invalidated is skipped.
 */
export async function prefetchForOffline(
  client: QueryClient,
  owner: Uuid,
  scope: PrefetchScope = 'all',
): Promise<void> {
  const how = { staleTime: prefetchSettings.freshMs, retry: false } as const
  const court = [
    () => client.prefetchQuery({ ...studentsQuery(owner), ...how }),
    () => client.prefetchQuery({ ...activePackagesQuery(owner), ...how }),
    () => client.prefetchQuery({ ...keptAgendaQuery(owner, toLocalDate(new Date())), ...how }),
    () => prefetchHistory(client, owner),
    () => client.prefetchQuery({ ...clubsQuery(owner), ...how }),
    () => client.prefetchQuery({ ...profileQuery(owner), ...how }),
    () => client.prefetchQuery({ ...alertsQuery(owner), ...how }),
  ]
  const rest = [
    () => client.prefetchQuery({ ...dashboardStatsQuery(owner), ...how }),
    () => client.prefetchQuery({ ...dashboardChartsQuery(owner), ...how }),
    () => client.prefetchQuery({ ...newestStudentsQuery(owner, PAGE_SIZES.dashboardStudents), ...how }),
  ]
  // One after the other, so that a screen opened meanwhile does not wait behind all of them.
  for (const step of scope === 'court' ? court : [...court, ...rest]) {
    if (!currentConnection().online) return
    await step()
  }
}

async function prefetchHistory(client: QueryClient, owner: Uuid): Promise<void> {
  const pageSize = PAGE_SIZES.sessions
  const keys = Array.from(
    { length: HISTORY_PAGES },
    (_, index) => sessionsPageQuery(owner, { page: index + 1, filters: NO_SESSION_FILTERS }).queryKey,
  )
  const total = keys[0] && client.getQueryData(keys[0])?.total
  const needed = total === undefined ? keys : keys.slice(0, Math.max(1, Math.ceil(total / pageSize)))
  const oldest = Date.now() - prefetchSettings.freshMs
  const recent = recentLessonsQuery(owner)
  const isFresh = [recent.queryKey, ...needed].every((key) => {
    const state = client.getQueryState(key)
    return state?.data !== undefined && !state.isInvalidated && state.dataUpdatedAt > oldest
  })
  if (isFresh) return
  const askedAt = Date.now()
  // The request is a query, so that a change cancels it (`effects.ts`).
  const read = await client.fetchQuery({ ...recent, staleTime: 0, retry: false }).catch(() => null)
  // A cancelled query resolves with the older data, which must not pass for new.
  if (!read || (client.getQueryState(recent.queryKey)?.dataUpdatedAt ?? 0) < askedAt) return
  for (const [index, key] of keys.entries()) {
    const items = read.items.slice(index * pageSize, (index + 1) * pageSize)
    // A page that was read after this request started is newer and stays.
    const isOlder = (client.getQueryState(key)?.dataUpdatedAt ?? 0) < askedAt
    if (isOlder && (index === 0 || items.length > 0))
      client.setQueryData(key, { items, total: read.total }, { updatedAt: askedAt })
  }
}
