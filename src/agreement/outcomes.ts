import type { ChosenAttendance } from '@/core/model'
import type { Outcome } from './replies'

/**
 * The attendance of a student who told not to come, as the agreement judges it; present if no version judges it.
 *
 * @param isExcused the coach excused a late reply.
 */
export function attendanceByOutcome(outcome: Outcome | null, isExcused = false): ChosenAttendance {
  switch (outcome) {
    case 'kept':
      return 'excused'
    case 'late':
      return isExcused ? 'excused' : 'absent'
    case null:
      return 'present'
  }
}
