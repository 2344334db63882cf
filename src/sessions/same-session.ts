import type { SessionDetails } from '@/core/model'
import type { RegistrationIntent } from '@/credits/intents'
import type { FeedbackInput } from '@/credits/plan-types'
import { blankToNull, isSameFeedback } from './feedback'

/** What of a stored session is compared with what was meant; its clubs may be gone by now. */
export type StoredSession = Pick<
  SessionDetails,
  'date' | 'teacher' | 'notes' | 'cancelled_reason' | 'students'
> & {
  assignments: readonly Pick<SessionDetails['assignments'][number], 'student_id' | 'attendance'>[]
  feedbacks: readonly Pick<FeedbackInput, 'student_id' | 'rating' | 'notes' | 'private_notes' | 'tags'>[]
}

/** True when the session that is stored is the one that was meant. */
export function isSameSession(meant: RegistrationIntent, stored: StoredSession): boolean {
  return (
    Date.parse(meant.date) === Date.parse(stored.date) &&
    meant.teacher === stored.teacher &&
    blankToNull(meant.notes) === stored.notes &&
    (meant.cancelledReason ?? null) === stored.cancelled_reason &&
    meant.participants.length === stored.students.length &&
    meant.participants.every(({ studentId, attendance = 'present', feedback }) => {
      const place = stored.assignments.find(({ student_id }) => student_id === studentId)
      if (place?.attendance !== (meant.cancelledReason ? 'cancelled' : attendance)) return false
      const there = stored.feedbacks.find(({ student_id }) => student_id === studentId)
      if (place.attendance !== 'present' || feedback === undefined) return true
      return feedback === null ? there === undefined : there !== undefined && isSameFeedback(feedback, there)
    })
  )
}
