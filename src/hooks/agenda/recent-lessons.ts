import { queryOptions, skipToken } from '@tanstack/react-query'
import { RECENT_LESSONS } from '@/domain/agenda/recent'
import { NO_SESSION_FILTERS } from '@/domain/sessions/session-filters'
import type { SessionDetails, Uuid } from '@/domain/shared/model'
import type { Page } from '@/hooks/sessions/use-sessions'
import { queryKeys } from '@/queries/query-keys'
import { unwrap } from '@/queries/service-error'
import { sessions } from '@/services/sessions/sessions'

/** The newest lessons, which the prefetch reads too (`hooks/offline/prefetch.ts`). */
export const recentLessonsQuery = (owner: Uuid | null) =>
  queryOptions<Page<SessionDetails>>({
    queryKey: queryKeys.newestSessions(owner ?? '', RECENT_LESSONS),
    queryFn:
      owner === null
        ? skipToken
        : () => unwrap(sessions.listPage({ page: 1, filters: NO_SESSION_FILTERS, pageSize: RECENT_LESSONS })),
  })
