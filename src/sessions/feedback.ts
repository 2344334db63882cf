import { RATING } from '@/core/constants'
import type { Uuid } from '@/core/model'
import type { FeedbackEntry } from '@/credits/intents'
import type { ParticipantFacts, StoredFeedback } from '@/credits/plan-types'

/** The feedback of a session's participants: when two say the same, and what is stored of what a coach said. */

/** What a feedback says of a student, however it is typed, sent or stored. */
interface FeedbackContent {
  rating: number
  notes: string | null
  tags: readonly string[]
  /** As typed or sent, and as stored. Where they are absent nothing is said of them. */
  privateNotes?: string | null | undefined
  private_notes?: string | null | undefined
}

/**
 * True when two feedbacks say the same. Tags are a set: their order and repetition do not matter; nor do blanks around
 * the notes. The club is no part of it: it may be deleted while the feedback is typed or pending.
 */
export function isSameFeedback(a: FeedbackContent, b: FeedbackContent): boolean {
  const tags = new Set(a.tags)
  const others = new Set(b.tags)
  return (
    a.rating === b.rating &&
    blankToNull(a.notes) === blankToNull(b.notes) &&
    isSamePrivately(privateNotesOf(a), privateNotesOf(b)) &&
    tags.size === others.size &&
    [...tags].every((tag) => others.has(tag))
  )
}

const privateNotesOf = (content: FeedbackContent) =>
  content.privateNotes === undefined ? content.private_notes : content.privateNotes

const isSamePrivately = (a: string | null | undefined, b: string | null | undefined): boolean =>
  a === undefined || b === undefined || blankToNull(a) === blankToNull(b)

/** What is stored of one student's feedback. `club`: the one it gets when the coach chose none. */
export function feedbackRow(entry: FeedbackEntry, club: Uuid | null): StoredFeedback {
  return {
    rating: entry.rating,
    notes: blankToNull(entry.notes),
    ...(entry.privateNotes !== undefined && { private_notes: blankToNull(entry.privateNotes) }),
    tags: [...new Set(entry.tags)],
    club_id: entry.clubId === undefined ? club : entry.clubId,
  }
}

/**
 * What an edit writes of one student's feedback; null: what is stored goes; undefined: nothing. A student who comes in
 * gets the default one.
 *
 * @param wanted undefined: not touched. null: 'Sem feedback', or the student was not present.
 * @param before the student in the lesson before the edit; null: not in it.
 */
export function editedFeedback(
  wanted: FeedbackEntry | null | undefined,
  before: ParticipantFacts | null,
  defaultClub: Uuid | null,
): StoredFeedback | null | undefined {
  const stored = before?.feedback ?? null
  if (wanted === null) return stored ? null : undefined
  const entry =
    wanted ?? (before === null ? { rating: RATING.addedInEdit, notes: null, tags: [] } : undefined)
  if (entry === undefined) return undefined
  const row = feedbackRow(entry, stored ? stored.club_id : defaultClub)
  return stored && isSameFeedback(row, stored) && row.club_id === stored.club_id ? undefined : row
}

/** '' and blanks are no text. */
export const blankToNull = (text: string | null): string | null => text?.trim() || null
