import type { RegistrationIntent } from './intents'
import type { CreditFacts, OccurrenceFacts } from './plan-types'

/** The facts about the occurrence that a lesson answers; undefined for a lesson outside the agenda. */
const answered = (
  { slot }: Pick<RegistrationIntent, 'slot'>,
  { occurrences }: Pick<CreditFacts, 'occurrences'>,
): OccurrenceFacts | undefined =>
  occurrences.find(({ slot_id, slot_date }) => slot_id === slot?.slotId && slot_date === slot.slotDate)

/**
 * The 'Não vou' replies to the occurrence that the intent answers. None for a lesson outside the agenda, and none once
 * the occurrence begins at another time than the coach saw: a reply is about one hour.
 */
export function toldNotToCome(
  intent: Pick<RegistrationIntent, 'slot' | 'date'>,
  facts: Pick<CreditFacts, 'occurrences'>,
): OccurrenceFacts['replies'] {
  const occurrence = answered(intent, facts)
  if (!occurrence || Date.parse(occurrence.starts_at) !== Date.parse(intent.date)) return []
  return occurrence.replies.filter(({ reply }) => reply === 'not_coming')
}

/** The guests of the answered occurrence who are not in the lesson and of whom the coach did not know. */
export const guestsWithoutPlace = (
  intent: Pick<RegistrationIntent, 'slot' | 'participants' | 'knownGuests'>,
  facts: Pick<CreditFacts, 'occurrences'>,
): NonNullable<OccurrenceFacts['guests']> =>
  (answered(intent, facts)?.guests ?? []).filter(
    ({ student_id }) =>
      !intent.knownGuests?.includes(student_id) &&
      !intent.participants.some(({ studentId }) => studentId === student_id),
  )

/** The participants of a one-tap answer who are no longer expected at the occurrence. */
export const takenOut = (
  intent: Pick<RegistrationIntent, 'slot' | 'participants' | 'takesReplies'>,
  facts: Pick<CreditFacts, 'occurrences' | 'students'>,
): { name: string }[] => {
  const expected = intent.takesReplies && answered(intent, facts)?.expected
  if (!expected) return []
  const out = intent.participants.filter(({ studentId }) => !expected.includes(studentId))
  return facts.students.filter(({ id }) => out.some(({ studentId }) => studentId === id))
}
