import { addDays } from '@/core/dates'
import type { Instant, LocalDate, SessionDetails, SessionParticipant, Uuid } from '@/core/model'

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
      ...groupOf(lesson),
      students: withoutFeedback(lesson).filter(({ id }) => !isPending(lesson.id, id)),
    }))
    .filter(({ students }) => students.length > 0)
}

/** 'Repetir última turma': the last distinct groups, newest first. */
export function recentGroups(lessons: readonly SessionDetails[], limit: number): RecentGroup[] {
  const groups = new Map<string, RecentGroup>()
  for (const lesson of lessons) {
    const ids = lesson.participants.map(({ student_id }) => student_id)
    const key = ids.toSorted().join()
    if (lesson.cancelled_reason === null && !groups.has(key)) groups.set(key, groupOf(lesson))
  }
  return [...groups.values()].slice(0, limit)
}

const groupOf = ({ id, date, participants }: SessionDetails): RecentGroup => ({
  sessionId: id,
  date,
  students: participants.map(named),
})

const named = ({ student_id, student_name }: SessionParticipant) => ({
  id: student_id,
  name: student_name ?? '',
})

const withoutFeedback = ({ participants }: SessionDetails): RecentGroup['students'] =>
  participants.filter(({ attendance, feedback }) => attendance === 'present' && feedback === null).map(named)
