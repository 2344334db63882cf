import { RATING } from '@/domain/shared/constants'
import type { CreditFacts, FeedbackInput, SessionFacts } from '@/domain/credits/plan-types'
import type { Uuid } from '@/domain/shared/model'
import type { FeedbackEntry, SessionEditIntent } from '@/domain/credits/intents'

/** A lesson's feedback, from what the coach said to what is stored. */

/** Feedback that is new or says something else than what is stored. */
export function editedFeedbacks(
  intent: SessionEditIntent,
  facts: CreditFacts,
  session: SessionFacts,
): FeedbackInput[] {
  return intent.students.flatMap(({ studentId }) => {
    const entry = intent.feedbacks.find((feedback) => feedback.studentId === studentId)
    const existing = session.feedbacks.find(({ student_id }) => student_id === studentId)
    const isAdded = !session.assignments.some(({ student_id }) => student_id === studentId)
    if (entry === undefined) {
      const added = { studentId, rating: RATING.addedInEdit, notes: null, tags: [] }
      return isAdded ? [feedbackRow(added, facts.default_club_id)] : []
    }
    const row = feedbackRow(entry, existing ? existing.club_id : facts.default_club_id)
    return existing !== undefined && sameFeedback(row, existing) ? [] : [row]
  })
}

/** What is stored of one student's feedback. `club`: the one it gets when the coach chose none. */
export function feedbackRow(entry: FeedbackEntry, club: Uuid | null): FeedbackInput {
  return {
    student_id: entry.studentId,
    rating: entry.rating,
    notes: blankToNull(entry.notes),
    tags: [...new Set(entry.tags)],
    club_id: entry.clubId === undefined ? club : entry.clubId,
  }
}

function sameFeedback(a: FeedbackInput, b: FeedbackInput): boolean {
  return (
    a.rating === b.rating &&
    a.notes === b.notes &&
    a.club_id === b.club_id &&
    a.tags.length === b.tags.length &&
    a.tags.every((tag, index) => tag === b.tags[index])
  )
}

/** '' and blanks are no text. */
export const blankToNull = (text: string | null): string | null => text?.trim() || null
