import type { ChosenAttendance } from '@/core/model'
import type { Outcome } from './replies'

/** How an absence counts that was told, as the agreement judges it; what no version judges is no absence by itself. */
export function attendanceByOutcome(outcome: Outcome | null): ChosenAttendance {
  switch (outcome) {
    case 'kept':
      return 'excused'
    case 'late':
      return 'absent'
    case null:
      return 'present'
  }
}
