import { useQuery } from '@tanstack/react-query'
import { useOwner } from '@/account/use-auth'
import type { Uuid } from '@/core/model'
import { ownerQuery } from '@/data/queries/owner-query'
import { pendingFeedback } from '@/outbox/pending'
import { useOutboxEntries } from '@/outbox/use-outbox'
import { sessions } from '@/sessions/data'
import { NO_SESSION_FILTERS } from '@/sessions/rules'
import { useKnownStudents } from '@/students/use-students'
import { useToday } from '@/ui/use-now'
import { feedbackDue, RECENT_LESSONS, recentGroups } from './today'

/** The newest lessons, which the prefetch reads too (`app/prefetch.ts`). */
export const recentLessonsQuery = (owner: Uuid | null) =>
  ownerQuery(owner, ['sessions', 'newest', RECENT_LESSONS], () =>
    sessions.listPage({ page: 1, filters: NO_SESSION_FILTERS, pageSize: RECENT_LESSONS }),
  )

/** The last groups, each once, newest first. */
export const useRecentGroups = (limit: number) =>
  useQuery({ ...recentLessonsQuery(useOwner()), select: ({ items }) => recentGroups(items, limit) })

/** 'Feedback por dar', from what the prefetch read, so that the dashboard makes no request for it. */
export function useFeedbackDue() {
  const today = useToday()
  const entries = useOutboxEntries()
  const students = useKnownStudents()
  return useQuery({
    ...recentLessonsQuery(useOwner()),
    enabled: false,
    select: ({ items }) =>
      feedbackDue(
        items,
        today,
        (sessionId, studentId) =>
          pendingFeedback(entries, { sessionId, studentId }) !== undefined ||
          students?.some(({ id, anonymized_at }) => id === studentId && anonymized_at !== null) === true,
      ),
  })
}
