import type { PublicSession } from '@/services/public-student/public-student'
import { PUBLIC_STUDENT } from '@/texts/public-student/public-student'
import { ATTENDANCE } from '@/texts/sessions/attendance'

/** Why the student did not play: 'Faltou', 'Cancelada · chuva'. null: the student was there. */
export function missedText({ attendance, cancelled_reason: reason }: PublicSession): string | null {
  if (reason !== null) return ATTENDANCE.cancelled(PUBLIC_STUDENT.cancelledReasons[reason])
  return attendance === 'present' ? null : ATTENDANCE.labels[attendance]
}
