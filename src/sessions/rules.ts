import { RATING } from '@/core/constants'
import { addDays, parseLocalDate } from '@/core/dates'
import {
  participantIn,
  type Instant,
  type LocalDate,
  type SessionDetails,
  type SessionParticipant,
  type Uuid,
} from '@/core/model'
import type { FeedbackEntry, RegistrationIntent } from '@/credits/intents'
import type { ParticipantFacts, StoredFeedback } from '@/credits/plan-types'
import { STUDENT_MESSAGES } from '@/students/texts'

/** When two lessons or two feedbacks have the same content, and which row a coach's feedback becomes. */

/** The content of one student's feedback, whether typed, sent or stored. */
interface FeedbackContent {
  rating: number
  notes: string | null
  tags: readonly string[]
  /** The first is typed or sent, the second stored. Both absent: unknown. */
  privateNotes?: string | null | undefined
  private_notes?: string | null | undefined
}

/**
 * True when two feedbacks have the same content, whatever the order and repetition of tags, blanks around notes, and
 * private notes that one side does not know. The club does not count: it may be deleted while feedback is pending.
 */
export function isSameFeedback(a: FeedbackContent, b: FeedbackContent): boolean {
  const [ours, theirs] = [privateNotesOf(a), privateNotesOf(b)]
  return (
    a.rating === b.rating &&
    blankToNull(a.notes) === blankToNull(b.notes) &&
    (ours === undefined || theirs === undefined || blankToNull(ours) === blankToNull(theirs)) &&
    a.tags.every((tag) => b.tags.includes(tag)) &&
    b.tags.every((tag) => a.tags.includes(tag))
  )
}

const privateNotesOf = (content: FeedbackContent) =>
  content.privateNotes === undefined ? content.private_notes : content.privateNotes

/** The row of one student's feedback. `club` is stored if the entry leaves the club open. */
export const feedbackRow = (entry: FeedbackEntry, club: Uuid | null): StoredFeedback => ({
  rating: entry.rating,
  notes: blankToNull(entry.notes),
  ...(entry.privateNotes !== undefined && { private_notes: blankToNull(entry.privateNotes) }),
  tags: [...new Set(entry.tags)],
  club_id: entry.clubId === undefined ? club : entry.clubId,
})

/**
 * What an edit writes about one student's feedback: a row, null to delete the stored one, undefined for nothing. An
 * added student gets the default feedback.
 *
 * @param wanted undefined: not touched. null: 'Sem feedback', or the student was not present.
 * @param before the student before the edit; null: not in the lesson.
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

export const blankToNull = (text: string | null): string | null => text?.trim() || null

export const nameOf = ({ student_name }: Pick<SessionParticipant, 'student_name'>): string =>
  student_name ?? STUDENT_MESSAGES.service.notFound

/** The students of a lesson whose names are known. */
export const knownStudents = ({ participants }: Pick<SessionDetails, 'participants'>) =>
  participants.flatMap(({ student_id: id, student_name: name }) => (name === null ? [] : [{ id, name }]))

/** The part of a stored lesson that is compared with an intent. It has no clubs, which may have been deleted since. */
export type StoredSession = Pick<SessionDetails, 'date' | 'teacher' | 'notes' | 'cancelled_reason'> & {
  participants: readonly (Pick<SessionParticipant, 'student_id' | 'attendance'> & {
    feedback: Pick<StoredFeedback, 'rating' | 'notes' | 'private_notes' | 'tags'> | null
  })[]
}

export const isSameSession = (meant: RegistrationIntent, stored: StoredSession): boolean =>
  Date.parse(meant.date) === Date.parse(stored.date) &&
  meant.teacher === stored.teacher &&
  blankToNull(meant.notes) === stored.notes &&
  (meant.cancelledReason ?? null) === stored.cancelled_reason &&
  meant.participants.length === stored.participants.length &&
  meant.participants.every(({ studentId, attendance, feedback }) => {
    const there = participantIn(stored, studentId)
    // The student's reply decided the attendance when the lesson was sent.
    if (meant.takesReplies && attendance === undefined) return there !== undefined
    if (there?.attendance !== (meant.cancelledReason ? 'cancelled' : (attendance ?? 'present'))) return false
    if (there.attendance !== 'present' || feedback === undefined) return true
    if (feedback === null || there.feedback === null) return feedback === there.feedback
    return isSameFeedback(feedback, there.feedback)
  })

/** Filters of the sessions history. '' leaves the range open on that side. */
export interface SessionFilters {
  dateRange: { start: LocalDate; end: LocalDate }
  showUnassignedOnly: boolean
  showCancelledOnly: boolean
}

/** What one press sets; the rest stays. */
export type SessionFilterChange = { [Key in keyof SessionFilters]?: Partial<SessionFilters[Key]> }

export const NO_SESSION_FILTERS: SessionFilters = {
  dateRange: { start: '', end: '' },
  showUnassignedOnly: false,
  showCancelledOnly: false,
}

export const QUICK_RANGES = ['today', 'yesterday', '7-days', '30-days'] as const
export type QuickRange = (typeof QUICK_RANGES)[number]

/** The days of a quick filter. '7-days' and '30-days' end today. */
export function quickRange(range: QuickRange, today: LocalDate): { start: LocalDate; end: LocalDate } {
  const { first, last } = QUICK_RANGE_DAYS[range]
  return { start: addDays(today, first), end: addDays(today, last) }
}

/** First and last day of a range, in days from today. */
const QUICK_RANGE_DAYS = {
  today: { first: 0, last: 0 },
  yesterday: { first: -1, last: -1 },
  '7-days': { first: -6, last: 0 },
  '30-days': { first: -29, last: 0 },
} as const satisfies Record<QuickRange, { first: number; last: number }>

function localMidnight(day: LocalDate): Instant {
  const noon = parseLocalDate(day)
  return new Date(noon.getFullYear(), noon.getMonth(), noon.getDate()).toISOString()
}

/** The range as instants [from, before) of this device; its last day is included whole. null: open on that side. */
export const rangeBounds = (
  range: SessionFilters['dateRange'],
): { from: Instant | null; before: Instant | null } => ({
  from: range.start === '' ? null : localMidnight(range.start),
  before: range.end === '' ? null : localMidnight(addDays(range.end, 1)),
})

/** True when a filter is set; then an empty list says 'adjust the filters' instead of 'register the first'. */
export function hasSessionFilters(filters: SessionFilters): boolean {
  const { showUnassignedOnly, showCancelledOnly, dateRange } = filters
  return showUnassignedOnly || showCancelledOnly || dateRange.start !== '' || dateRange.end !== ''
}
