import { addDays } from '@/core/dates'
import type { Instant, LocalDate, SessionDetails, Uuid } from '@/core/model'
import { canAnswer, isOver, stateOf, type Occurrence } from './rules'

/** What 'Hoje' shows (docs/product.md, 'Today'): of the agenda, and of the newest lessons. */

export interface Today {
  /** The first two of today that are not over and not answered. */
  next: Occurrence[]
  /** All others that began and were not answered: by day, the newest day first; in each the earliest first. */
  unanswered: { day: LocalDate; occurrences: Occurrence[] }[]
}

/** When an occurrence was answered on this screen. */
export interface AnsweredAt {
  now: Date
  today: LocalDate
}

/**
 * The lessons of today, and those that nobody answered.
 *
 * @param answeredAt of an occurrence that was answered on this screen, and is given as it was before: it stays where it was
 * then, whatever time passes.
 */
export function todayOf(
  occurrences: readonly Occurrence[],
  now: Date,
  today: LocalDate,
  answeredAt: (occurrence: Occurrence) => AnsweredAt | undefined = () => undefined,
): Today {
  const placeOf = (occurrence: Occurrence) => answeredAt(occurrence) ?? { now, today }
  const ahead = occurrences.filter((occurrence) => {
    const at = placeOf(occurrence)
    return occurrence.day === at.today && ['running', 'upcoming'].includes(stateOf(occurrence, at.now))
  })
  // Over by now and still shown, because the coach answered it: it takes no other one's place.
  const two = ahead.filter((occurrence) => !isOver(occurrence, now)).slice(0, 2)
  const next = ahead.filter((occurrence) => two.includes(occurrence) || isOver(occurrence, now))
  const open = occurrences.filter(
    (occurrence) => canAnswer(occurrence, placeOf(occurrence).now) && !next.includes(occurrence),
  )
  const days = [...new Set(open.map(({ day }) => day))].toSorted().toReversed()
  return {
    next,
    unanswered: days.map((day) => ({ day, occurrences: open.filter((each) => each.day === day) })),
  }
}

/** The lessons that are planned for tomorrow. */
export function tomorrowOf(occurrences: readonly Occurrence[], now: Date, today: LocalDate): Occurrence[] {
  const tomorrow = addDays(today, 1)
  return occurrences.filter((each) => each.day === tomorrow && stateOf(each, now) === 'upcoming')
}

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
      participants: lesson.participants.filter(
        ({ attendance, feedback, student_id: id }) =>
          attendance === 'present' && feedback === null && !isPending(lesson.id, id),
      ),
    }))
    .filter(({ participants }) => participants.length > 0)
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

const groupKey = ({ participants }: SessionDetails) =>
  participants
    .map(({ student_id }) => student_id)
    .toSorted()
    .join()

const groupOf = ({ id, date, participants }: SessionDetails): RecentGroup => ({
  sessionId: id,
  date,
  students: participants.map(({ student_id, student_name }) => ({
    id: student_id,
    name: student_name ?? '',
  })),
})
