import { Badge } from '@/components/ui/badge'
import type { Attendance, CancelledReason } from '@/domain/shared/model'
import { ATTENDANCE } from '@/texts/sessions/attendance'

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
