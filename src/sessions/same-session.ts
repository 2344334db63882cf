import { participantIn, type SessionDetails, type SessionParticipant } from '@/core/model'
import type { RegistrationIntent } from '@/credits/intents'
import type { StoredFeedback } from '@/credits/plan-types'
import { blankToNull, isSameFeedback } from './feedback'

/** What of a stored session is compared with what was meant; its clubs may be gone by now. */
export type StoredSession = Pick<SessionDetails, 'date' | 'teacher' | 'notes' | 'cancelled_reason'> & {
  participants: readonly (Pick<SessionParticipant, 'student_id' | 'attendance'> & {
    feedback: Pick<StoredFeedback, 'rating' | 'notes' | 'private_notes' | 'tags'> | null
  })[]
}

/** True when the session that is stored is the one that was meant. */
export function isSameSession(meant: RegistrationIntent, stored: StoredSession): boolean {
  return (
    Date.parse(meant.date) === Date.parse(stored.date) &&
    meant.teacher === stored.teacher &&
    blankToNull(meant.notes) === stored.notes &&
    (meant.cancelledReason ?? null) === stored.cancelled_reason &&
    meant.participants.length === stored.participants.length &&
    meant.participants.every(({ studentId, attendance = 'present', feedback }) => {
      const place = participantIn(stored, studentId)
      if (place?.attendance !== (meant.cancelledReason ? 'cancelled' : attendance)) return false
      if (place.attendance !== 'present' || feedback === undefined) return true
      const there = place.feedback
      return feedback === null ? there === null : there !== null && isSameFeedback(feedback, there)
    })
  )
}
