import { useQuickFeedback } from '@/agenda/use-quick-feedback'
import type { LocalDate, Uuid } from '@/core/model'
import { summaryRequest } from '@/messages/requests'
import { QuickFeedback } from './quick-feedback'

/** Stars and tags of a lesson that was answered, saved as they are tapped. */
export function LessonFeedback({
  lesson,
  clubId,
  students,
}: {
  /** Its day and time as the agenda tells them. */
  lesson: { id: Uuid; day: LocalDate; time: string }
  /** Of the planned lesson; absent or null: the default one. */
  clubId?: Uuid | null
  students: readonly { id: Uuid; name: string }[]
}) {
  const { tapped, tap } = useQuickFeedback({ sessionId: lesson.id, students, clubId: clubId ?? null })
  return (
    <QuickFeedback
      students={students}
      tapped={tapped}
      onTap={tap}
      summaryOf={(student, feedback) => summaryRequest(lesson, student, { ...feedback, notes: null })}
    />
  )
}
