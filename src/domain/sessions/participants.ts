import type { FeedbackEntry } from '@/domain/credits/intents'
import type { Uuid } from '@/domain/shared/model'
import type { ParticipantForm } from './session.schema'

/** The participants of a session while they are typed. */

/** Who is in the session, and who was taken out while the form was open, each as typed. */
export interface TypedParticipants<P> {
  participants: P[]
  removed: P[]
}

/**
 * The same form with exactly these students, in this order. What was typed about somebody who is taken out is kept, and
 * comes back with the student; `added` makes the participant of who was never chosen.
 */
export function withStudents<P extends { studentId: Uuid }>(
  { participants, removed }: TypedParticipants<P>,
  studentIds: readonly Uuid[],
  added: (studentId: Uuid) => P,
): TypedParticipants<P> {
  const typed = [...participants, ...removed]
  return {
    participants: studentIds.map((id) => typed.find(({ studentId }) => studentId === id) ?? added(id)),
    removed: typed.filter(({ studentId }) => !studentIds.includes(studentId)),
  }
}

/**
 * What typed feedback means.
 *
 * @param clubs undefined when they could not be read: then each feedback keeps its club, or gets the default one.
 */
export function feedbackEntry(
  { rating, notes, tags, clubId }: ParticipantForm['feedback'],
  clubs: readonly { id: Uuid }[] | undefined,
): FeedbackEntry {
  return {
    rating,
    notes: notes || null,
    tags,
    // A club that a draft remembers and that is gone by now is no club.
    ...(clubs && { clubId: clubs.some(({ id }) => id === clubId) ? clubId : null }),
  }
}
