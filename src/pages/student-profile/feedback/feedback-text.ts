import { formatDate } from '@/domain/shared/dates'
import type { Instant } from '@/domain/shared/model'

/**
 * A feedback as a chat message to the student: greeting, rating, tags, notes and the teacher (docs/product.md,
 * 'Feedback and notes of a lesson').
 */
export function feedbackText(
  studentName: string,
  feedback: {
    rating: number
    tags: readonly string[]
    notes: string | null
    session: { date: Instant; teacher: string }
  },
): string {
  const { rating, tags, notes, session } = feedback
  const [firstName = studentName] = studentName.trim().split(/\s+/)
  return [
    `Oi, ${firstName}! Feedback da sua aula de ${formatDate(session.date)}:`,
    [
      `${'⭐'.repeat(rating)} ${rating}/5`,
      ...(tags.length > 0 ? [`Foco da aula: ${tags.join(', ')}`] : []),
    ].join('\n'),
    ...(notes ? [notes] : []),
    session.teacher,
  ].join('\n\n')
}
