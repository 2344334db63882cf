import { ATTENDANCE } from '@/sessions/attendance-texts'
import type { PublicSession } from './data'
import { PUBLIC_STUDENT } from './texts'

/** Why the student did not play: 'Faltou', 'Cancelada · chuva'. null: the student was there. */
export function missedText({ attendance, cancelled_reason: reason }: PublicSession): string | null {
  if (reason !== null) return ATTENDANCE.cancelled(PUBLIC_STUDENT.cancelledReasons[reason])
  return attendance === 'present' ? null : ATTENDANCE.labels[attendance]
}
