import type { Attendance, CancelledReason } from '@/core/model'
import { Badge } from '@/ui/badge'
import { ATTENDANCE } from './attendance-texts'

/** 'Cancelada · chuva' */
export function CancelledBadge({ reason }: { reason: CancelledReason }) {
  return <Badge tone="caution">{ATTENDANCE.cancelled(ATTENDANCE.reasons[reason])}</Badge>
}

/** 'Faltou' or 'Falta justificada'. Nothing for who was there, or whose lesson says already that it was cancelled. */
export function AttendanceBadge({ attendance }: { attendance: Attendance }) {
  if (attendance === 'present' || attendance === 'cancelled') return null
  return (
    <Badge tone={attendance === 'absent' ? 'caution' : 'neutral'} className="shrink-0">
      {ATTENDANCE.labels[attendance]}
    </Badge>
  )
}
