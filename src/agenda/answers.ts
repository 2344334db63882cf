import type { Uuid } from '@/core/model'
import type {
  Extension,
  LinkIntent,
  RegistrationIntent,
  SkipIntent,
  SkippedOccurrence,
} from '@/credits/intents'
import type { Occurrence, SkipReason } from './rules'

/** What an answer to an occurrence is sent as. */

/** 'Aconteceu': at its time, everybody present, without feedback. */
export const heldIntent = (id: Uuid, occurrence: Occurrence, teacher: string): RegistrationIntent => ({
  opId: id,
  sessionId: id,
  date: occurrence.starts_at.instant,
  lessonDay: occurrence.day,
  teacher,
  notes: null,
  participants: occurrence.students.map((student) => ({ studentId: student.id, feedback: null })),
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
  slotId: occurrence.slot_id,
  slotDate: occurrence.slot_date,
  day: occurrence.day,
  startsAt: occurrence.starts_at,
  movedTo: occurrence.moved_to?.instant ?? null,
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

/** The names of everybody who is expected, by id. */
export const namesIn = (occurrences: readonly Occurrence[]): Record<Uuid, string> =>
  Object.fromEntries(occurrences.flatMap(({ students }) => students.map(({ id, name }) => [id, name])))
