import type { Instant, Uuid } from '@/core/model'
import type {
  Extension,
  LinkIntent,
  RegistrationIntent,
  ReplyIntent,
  SkipIntent,
  SkippedOccurrence,
} from '@/credits/intents'
import { canSkip, hasBegun, type Agenda, type AgendaLesson, type Occurrence, type SkipReason } from './rules'
import { dayOf, epochOf } from './zone'

/** The intents that answer an occurrence, and which other lesson may be the same lesson. */

/** 'Aconteceu', without feedback. The agreement judges 'Não vou' replies when this is sent, unless `excused`. */
export const heldIntent = (
  id: Uuid,
  occurrence: Occurrence,
  teacher: string,
  excused: readonly Uuid[] = [],
): RegistrationIntent => ({
  opId: id,
  sessionId: id,
  date: occurrence.starts_at.instant,
  lessonDay: occurrence.day,
  teacher,
  notes: null,
  participants: occurrence.students.map((student) => ({ studentId: student.id, feedback: null })),
  takesReplies: true,
  excused,
  slot: answeredSlot(occurrence),
})

/** The occurrence that a lesson answers, as the coach saw it. */
export const answeredSlot = ({ slot_id, slot_date, moved_to }: Occurrence): LinkIntent['slot'] => ({
  slotId: slot_id,
  slotDate: slot_date,
  movedTo: moved_to?.instant ?? null,
})

export const skippedOccurrence = (occurrence: Occurrence): SkippedOccurrence => ({
  ...answeredSlot(occurrence),
  day: occurrence.day,
  startsAt: occurrence.starts_at,
  studentIds: occurrence.students.map(({ id }) => id),
})

export const skipIntent = (
  opId: Uuid,
  occurrences: readonly Occurrence[],
  reason: SkipReason,
  extension?: Extension,
): SkipIntent => ({
  opId,
  occurrences: occurrences.map(skippedOccurrence),
  reason,
  ...(extension && { extension }),
})

/** What a note about a student's reply needs of an occurrence, also when its lesson is registered. */
export type Noted = Pick<Occurrence, 'slot_id' | 'slot_date' | 'starts_at' | 'students'>

/** The coach's note that a student does not come; `reply` null takes the note back. */
export const noteOf = (
  { slot_id: slotId, slot_date: slotDate, starts_at: startsAt }: Noted,
  studentId: Uuid,
  reply: ReplyIntent['reply'],
  toldAt: Instant,
): ReplyIntent => ({ slot: { slotId, slotDate }, startsAt, studentId, reply, toldAt })

export const namesIn = (occurrences: readonly Pick<Occurrence, 'students'>[]): Record<Uuid, string> =>
  Object.fromEntries(occurrences.flatMap(({ students }) => students.map(({ id, name }) => [id, name])))

/**
 * A lesson entered by '+' and one of the agenda may be the same lesson if they are at most this far apart
 * (docs/product.md, 'The same lesson twice'). The rules below only find such lessons; the coach decides. The database
 * has the same limit (`private.refuse_lesson_beside`).
 */
const SAME_LESSON_MS = 120 * 60_000

/** What is known of a lesson before it is registered. */
export type Meant = { date: Instant; students: readonly Uuid[] }

export const meantBy = ({ starts_at, students }: Occurrence): Meant => ({
  date: starts_at.instant,
  students: students.map(({ id }) => id),
})

/** The occurrence that a lesson may be: the nearest unanswered one that has begun. */
export const occurrenceOf = (
  meant: Meant,
  occurrences: readonly Occurrence[],
  now: Date,
): Occurrence | undefined =>
  nearest(
    meant,
    occurrences.filter((each) => canSkip(each) && hasBegun(each, now)),
  )[0]

/** Lessons without a slot that an occurrence may be: those that happened, nearest first. */
export const lessonsBeside = (meant: Meant, lessons: readonly AgendaLesson[]): AgendaLesson[] =>
  nearest(
    meant,
    lessons.filter(({ cancelled_reason }) => cancelled_reason === null),
  )

/** Lessons of the agenda that a lesson without a slot may be: those that happened, nearest first. */
export const answersBeside = (meant: Meant, { occurrences }: Pick<Agenda, 'occurrences'>): AgendaLesson[] =>
  lessonsBeside(
    meant,
    occurrences.flatMap(({ session_id: id, session_date, ...lesson }) => {
      const { zone, instant } = lesson.starts_at
      return id === null ? [] : [{ ...lesson, id, starts_at: { zone, instant: session_date ?? instant } }]
    }),
  )

/** Names of the expected students who are not in the lesson. */
export const missingIn = (
  { students }: Pick<AgendaLesson, 'students'>,
  expected: Pick<Occurrence, 'students'>,
): string[] =>
  expected.students.filter(({ id }) => !students.some((present) => present.id === id)).map(({ name }) => name)

function nearest<Other extends Pick<AgendaLesson, 'starts_at' | 'students'>>(
  meant: Meant,
  others: readonly Other[],
): Other[] {
  const apart = ({ starts_at }: Other) => Math.abs(epochOf(starts_at) - Date.parse(meant.date))
  return others
    .filter(
      (other) =>
        dayOf(other.starts_at) === dayOf({ ...other.starts_at, instant: meant.date }) &&
        apart(other) <= SAME_LESSON_MS &&
        other.students.some(({ id }) => meant.students.includes(id)),
    )
    .toSorted((a, b) => apart(a) - apart(b))
}
