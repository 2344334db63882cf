import { RECENT_LESSONS } from '@/domain/agenda/recent'
import { NO_SESSION_FILTERS } from '@/domain/sessions/session-filters'
import type { Uuid } from '@/domain/shared/model'
import { ownerQuery } from '@/queries/owner-query'
import { sessions } from '@/services/sessions/sessions'

/** The newest lessons, which the prefetch reads too (`hooks/offline/prefetch.ts`). */
export const recentLessonsQuery = (owner: Uuid | null) =>
  ownerQuery(owner, ['sessions', 'newest', RECENT_LESSONS], () =>
    sessions.listPage({ page: 1, filters: NO_SESSION_FILTERS, pageSize: RECENT_LESSONS }),
  )
