import { absenceText } from '@/agreement/absence'
import { ATTENDANCE } from '@/sessions/attendance-texts'
import { Badge } from '@/ui/badge'
import type { PublicSession } from './data'
import { PUBLIC_STUDENT } from './texts'

/** Why the student did not play, and what it cost: 'Faltou', 'Falta avisada em 22/11 às 18:02', 'Cancelada · chuva'. */
export function MissedBadge({ session, zone }: { session: PublicSession; zone: string }) {
  const { attendance, cancelled_reason: reason, date } = session
  return (
    <Badge tone="caution">
      {reason === null
        ? (absenceText(attendance, session, date, zone) ?? ATTENDANCE.labels[attendance])
        : ATTENDANCE.cancelled(PUBLIC_STUDENT.cancelledReasons[reason])}
    </Badge>
  )
}
