import { useQuery } from '@tanstack/react-query'
import { feedbackDue, recentGroups, RECENT_LESSONS } from '@/domain/agenda/recent'
import { pendingFeedback } from '@/domain/outbox/pending'
import { NO_SESSION_FILTERS } from '@/domain/sessions/session-filters'
import type { Uuid } from '@/domain/shared/model'
import { useOwner } from '@/hooks/account/use-auth'
import { useOutbox } from '@/hooks/outbox/use-outbox'
import { useToday } from '@/hooks/shared/use-now'
import { ownerQuery } from '@/queries/owner-query'
import { sessions } from '@/services/sessions/sessions'

/** The newest lessons, which the prefetch reads too (`hooks/offline/prefetch.ts`). */
export const recentLessonsQuery = (owner: Uuid | null) =>
  ownerQuery(owner, ['sessions', 'newest', RECENT_LESSONS], () =>
    sessions.listPage({ page: 1, filters: NO_SESSION_FILTERS, pageSize: RECENT_LESSONS }),
  )

/** The last distinct groups, newest first. */
export const useRecentGroups = (limit: number) =>
  useQuery({ ...recentLessonsQuery(useOwner()), select: ({ items }) => recentGroups(items, limit) })

/** 'Feedback por dar', from what the prefetch read: the dashboard makes no request for it. */
export function useFeedbackDue() {
  const today = useToday()
  const { entries } = useOutbox()
  return useQuery({
    ...recentLessonsQuery(useOwner()),
    enabled: false,
    select: ({ items }) =>
      feedbackDue(
        items,
        today,
        (sessionId, studentId) => pendingFeedback(entries, { sessionId, studentId }) !== undefined,
      ),
  })
}
