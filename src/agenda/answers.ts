import type { CancelledReason, Instant, LocalDate, Uuid } from '@/core/model'
import type { ExtensionOffer } from '@/credits/extensions'
import type {
  Extension,
  LinkIntent,
  RegistrationIntent,
  ReplyIntent,
  SkipIntent,
  SkippedOccurrence,
} from '@/credits/intents'
import { planSkip } from '@/credits/plan-session'
import type { CreditFacts } from '@/credits/plan-types'
import { canSkip, hasBegun, type Agenda, type AgendaLesson, type Occurrence, type SkipReason } from './rules'
import { epochOf } from './zone'

/** What an answer to an occurrence is sent as, and which other lesson it may be. */

/**
 * 'Aconteceu': at its time, without feedback; who told not to come is absent as the agreement judges it when this is
 * sent.
 *
 * @param excused whom the coach excused before.
 */
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
  participants: occurrence.students.map((student) => ({
    studentId: student.id,
    feedback: null,
  })),
  takesReplies: true,
  excused,
  slot: answeredSlot(occurrence),
})

/** The occurrence that a lesson answers, as the coach saw it. */
export const answeredSlot = ({
  slot_id,
  slot_date,
  moved_to,
}: Pick<Occurrence, 'slot_id' | 'slot_date' | 'moved_to'>): LinkIntent['slot'] => ({
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

/** More time that skipping these would offer; undefined: no package would get any. */
export const skipOffer = (
  facts: CreditFacts,
  occurrences: readonly Occurrence[],
  reason: CancelledReason,
  now: Date,
): ExtensionOffer | undefined => planSkip(skipIntent('', occurrences, reason), facts, now).offer

/** An occurrence of which the coach notes something; its lesson may be registered. */
export type Noted = Pick<Occurrence, 'slot_id' | 'slot_date' | 'starts_at' | 'students'>

/** That a student told not to come; `reply` null takes the note back. */
export const noteOf = (
  { slot_id: slotId, slot_date: slotDate, starts_at: startsAt }: Noted,
  studentId: Uuid,
  reply: ReplyIntent['reply'],
  toldAt: Instant,
): ReplyIntent => ({ slot: { slotId, slotDate }, startsAt, studentId, reply, toldAt })

/** The names of everybody who is expected, by id. */
export const namesIn = (occurrences: readonly Pick<Occurrence, 'students'>[]): Record<Uuid, string> =>
  Object.fromEntries(occurrences.flatMap(({ students }) => students.map(({ id, name }) => [id, name])))

/**
 * A lesson entered by '+' and one of the agenda may be one lesson (docs/product.md, 'The same lesson twice'). Here it
 * is noticed; the coach decides. So far apart they are two. The database counts as many
 * (`private.refuse_lesson_beside`).
 */
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
export const occurrenceOf = (
  meant: Meant,
  occurrences: readonly Occurrence[],
  now: Date,
): Occurrence | undefined =>
  nearest(
    meant,
    occurrences.filter((each) => canSkip(each) && hasBegun(each, now)),
  )[0]

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
    occurrences.flatMap(({ session_id, ...lesson }) =>
      session_id === null ? [] : [{ ...lesson, id: session_id }],
    ),
  )

/** Who is expected and not in the lesson. */
export const missingIn = (
  { students }: Pick<AgendaLesson, 'students'>,
  expected: Pick<Occurrence, 'students'>,
): string[] =>
  expected.students.filter(({ id }) => !students.some((present) => present.id === id)).map(({ name }) => name)

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
