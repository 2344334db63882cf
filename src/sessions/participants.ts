import type { Uuid } from '@/core/model'
import type { ExtensionOffer } from '@/credits/extensions'
import type { Extension, FeedbackEntry } from '@/credits/intents'
import type { NewSessionForm, ParticipantForm } from './session.schema'

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

/** A participant of whom nothing is typed yet. */
export const newParticipant = (studentId: Uuid, feedback: ParticipantForm['feedback']): ParticipantForm => ({
  studentId,
  attendance: null,
  withFeedback: null,
  feedback,
})

/** What the choice of more time in a form means; until the coach chooses, what is offered counts. */
export function chosenExtension(
  { wanted, days }: NewSessionForm['extension'],
  offer: ExtensionOffer | undefined,
): Extension | undefined {
  if (offer === undefined || !(wanted ?? offer.ticked)) return undefined
  return { days: Number(days) || offer.days }
}

/**
 * What typed feedback means.
 *
 * @param clubs undefined when they could not be read: then each feedback keeps its club, or gets the default one.
 */
export function feedbackEntry(
  { rating, notes, privateNotes, tags, clubId }: ParticipantForm['feedback'],
  clubs: readonly { id: Uuid }[] | undefined,
): FeedbackEntry {
  return {
    rating,
    notes: notes || null,
    privateNotes: privateNotes || null,
    tags,
    // A club that a draft remembers and that is gone by now is no club.
    ...(clubs && { clubId: clubs.some(({ id }) => id === clubId) ? clubId : null }),
  }
}
