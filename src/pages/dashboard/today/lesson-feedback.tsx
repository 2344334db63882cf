import { QuickFeedback } from '@/components/agenda/quick-feedback'
import { summaryRequest } from '@/domain/messages/requests'
import type { Instant, Uuid } from '@/domain/shared/model'
import { useQuickFeedback } from '@/hooks/agenda/use-quick-feedback'

/** Stars and tags of a lesson that was answered, saved as they are tapped. */
export function LessonFeedback({
  sessionId,
  date,
  clubId,
  students,
}: {
  sessionId: Uuid
  /** When the lesson was. */
  date: Instant
  /** Of the planned lesson; absent or null: the default one. */
  clubId?: Uuid | null
  students: readonly { id: Uuid; name: string }[]
}) {
  const { tapped, tap } = useQuickFeedback({ sessionId, students, clubId: clubId ?? null })
  return (
    <QuickFeedback
      students={students}
      tapped={tapped}
      onTap={tap}
      summaryOf={(student, feedback) =>
        summaryRequest({ id: sessionId, date }, student, { ...feedback, notes: null })
      }
    />
  )
}
