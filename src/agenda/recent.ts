import { addDays } from '@/core/dates'
import type { Instant, LocalDate, SessionDetails, Uuid } from '@/core/model'

/** What the newest lessons tell (docs/product.md, 'Today'). */

/** So many of the newest lessons are looked at. */
export const RECENT_LESSONS = 50

/** Feedback is asked for this long. */
const DUE_DAYS = 7

export interface RecentGroup {
  sessionId: Uuid
  date: Instant
  students: { id: Uuid; name: string }[]
}

/**
 * 'Feedback por dar': lessons of the last 7 days with those who were there and have no feedback yet, also none that
 * waits in the outbox.
 */
export function feedbackDue(
  lessons: readonly SessionDetails[],
  today: LocalDate,
  isPending: (sessionId: Uuid, studentId: Uuid) => boolean,
): RecentGroup[] {
  return lessons
    .filter(({ day }) => day >= addDays(today, -DUE_DAYS))
    .map((lesson) => ({
      ...lesson,
      assignments: lesson.assignments.filter(
        ({ attendance, student_id: id }) =>
          attendance === 'present' &&
          !lesson.feedbacks.some((feedback) => feedback.student_id === id) &&
          !isPending(lesson.id, id),
      ),
    }))
    .filter(({ assignments }) => assignments.length > 0)
    .map(groupOf)
}

/** 'Repetir última turma': the last distinct groups, newest first. */
export function recentGroups(lessons: readonly SessionDetails[], limit: number): RecentGroup[] {
  const held = lessons.filter(({ cancelled_reason }) => cancelled_reason === null)
  return held
    .filter((lesson, at) => held.findIndex((newer) => groupKey(newer) === groupKey(lesson)) === at)
    .slice(0, limit)
    .map(groupOf)
}

const groupKey = ({ students }: SessionDetails) => students.toSorted().join()

const groupOf = ({ id, date, assignments }: SessionDetails): RecentGroup => ({
  sessionId: id,
  date,
  students: assignments.map(({ student_id, student_name }) => ({ id: student_id, name: student_name ?? '' })),
})
