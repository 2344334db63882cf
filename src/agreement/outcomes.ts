import type { ChosenAttendance } from '@/core/model'
import type { Outcome } from './replies'

/**
 * How an absence counts that was told, as the agreement judges it; what no version judges is no absence by itself.
 *
 * @param isExcused by the coach, who was told late.
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
