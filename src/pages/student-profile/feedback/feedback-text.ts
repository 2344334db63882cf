import { feedbackLines, firstName } from '@/domain/messages/compose'
import type { LessonFeedback } from '@/domain/messages/requests'
import { formatDate } from '@/domain/shared/dates'
import type { Instant } from '@/domain/shared/model'

/**
 * A feedback as a chat message to the student: greeting, rating, tags, notes and the teacher (docs/product.md,
 * 'Feedback and notes of a lesson').
 */
export function feedbackText(
  studentName: string,
  feedback: LessonFeedback & { session: { date: Instant; teacher: string } },
): string {
  const { date, teacher } = feedback.session
  return [
    `Oi, ${firstName(studentName)}! Feedback da sua aula de ${formatDate(date)}:`,
    feedbackLines(feedback),
    teacher,
  ].join('\n\n')
}
