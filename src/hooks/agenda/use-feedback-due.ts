import { useQuery } from '@tanstack/react-query'
import { feedbackDue } from '@/domain/agenda/recent'
import { pendingFeedback } from '@/domain/outbox/pending'
import { useOwner } from '@/hooks/account/use-auth'
import { useOutbox } from '@/hooks/outbox/use-outbox'
import { useToday } from '@/hooks/shared/use-now'
import { recentLessonsQuery } from './recent-lessons'

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
