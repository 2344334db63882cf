import type { SessionDetails, SessionFeedback } from '@/domain/shared/model'
import { blankToNull } from './feedback'
import type { RegistrationIntent } from '@/domain/credits/intents'

/** What of a stored lesson is compared with what was meant; its clubs may be gone by now. */
export type StoredLesson = Pick<SessionDetails, 'date' | 'teacher' | 'notes' | 'students'> & {
  feedbacks: readonly Pick<SessionFeedback, 'student_id' | 'rating' | 'notes' | 'tags'>[]
}

/** True when the lesson that is there is the one that was meant. */
export function isSameLesson(meant: RegistrationIntent, there: StoredLesson): boolean {
  return (
    Date.parse(meant.date) === Date.parse(there.date) &&
    meant.teacher === there.teacher &&
    blankToNull(meant.notes) === there.notes &&
    sameIds(meant.studentIds, there.students) &&
    meant.feedbacks
      .filter(({ studentId }) => meant.studentIds.includes(studentId))
      .every((feedback) => {
        const stored = there.feedbacks.find(({ student_id }) => student_id === feedback.studentId)
        return (
          stored?.rating === feedback.rating &&
          blankToNull(feedback.notes) === stored.notes &&
          sameIds(feedback.tags, stored.tags)
        )
      })
  )
}

function sameIds(a: readonly string[], b: readonly string[]): boolean {
  const inB = new Set(b)
  return new Set(a).size === inB.size && a.every((id) => inB.has(id))
}
