import type { Instant, LocalDate, Uuid } from '@/core/model'
import { canSkip, hasBegun, type Agenda, type AgendaLesson, type Occurrence } from './rules'
import { epochOf } from './zone'

/**
 * A lesson entered by '+' and one of the agenda may be one lesson (docs/product.md, 'The same lesson twice'). Here it is
 * noticed; the coach decides.
 */

/** So far apart they are two lessons. The database counts as many (`private.refuse_lesson_beside`). */
const SAME_LESSON_MS = 120 * 60_000

/** What is known of a lesson that is about to be registered. */
export interface Meant {
  date: Instant
  day: LocalDate
  students: readonly Uuid[]
}

export const meantBy = ({ starts_at, day, students }: Occurrence): Meant => ({
  date: starts_at.instant,
  day,
  students: students.map(({ id }) => id),
})

/** The occurrence that a lesson may be: the nearest one that began and that nobody answered. */
export function occurrenceOf(
  meant: Meant,
  occurrences: readonly Occurrence[],
  now: Date,
): Occurrence | undefined {
  return nearest(
    meant,
    occurrences.filter((each) => canSkip(each) && !each.pending && hasBegun(each, now)),
  )[0]
}

/** Lessons without a slot that an occurrence may be: held ones, the nearest first. */
export const lessonsBeside = (meant: Meant, lessons: readonly AgendaLesson[]): AgendaLesson[] =>
  nearest(
    meant,
    lessons.filter(({ cancelled_reason }) => cancelled_reason === null),
  )

/** Lessons of the agenda that a lesson without a slot may be: held ones, the nearest first. */
export const answersBeside = (meant: Meant, { occurrences }: Pick<Agenda, 'occurrences'>): AgendaLesson[] =>
  lessonsBeside(
    meant,
    occurrences.flatMap(({ session_id: id, starts_at, day, cancelled_reason, students }) =>
      id === null ? [] : [{ id, starts_at, day, cancelled_reason, students }],
    ),
  )

/** Who is expected and not in the lesson. */
export const missingIn = (
  { students }: Pick<AgendaLesson, 'students'>,
  expected: Pick<Occurrence, 'students'>,
): string[] =>
  expected.students.filter(({ id }) => !students.some((there) => there.id === id)).map(({ name }) => name)

function nearest<Other extends Pick<AgendaLesson, 'starts_at' | 'day' | 'students'>>(
  meant: Meant,
  others: readonly Other[],
): Other[] {
  const apart = ({ starts_at }: Other) => Math.abs(epochOf(starts_at) - Date.parse(meant.date))
  return others
    .filter(
      (other) =>
        other.day === meant.day &&
        apart(other) <= SAME_LESSON_MS &&
        other.students.some(({ id }) => meant.students.includes(id)),
    )
    .toSorted((a, b) => apart(a) - apart(b))
}
