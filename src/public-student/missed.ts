import { absenceText } from '@/agreement/absence'
import { ATTENDANCE } from '@/sessions/attendance-texts'
import type { PublicSession } from './data'
import { wasThere } from './rules'
import { PUBLIC_STUDENT } from './texts'

/** Why the student did not play, and what it cost: 'Faltou', 'Cancelada · chuva'. null: the student was there. */
export function missedText(session: PublicSession, zone: string): string | null {
  const { attendance, cancelled_reason: reason, date } = session
  if (reason !== null) return ATTENDANCE.cancelled(PUBLIC_STUDENT.cancelledReasons[reason])
  if (wasThere(session)) return null
  return absenceText(attendance, session, date, zone) ?? ATTENDANCE.labels[attendance]
}
