import { absenceText } from '@/agreement/absence'
import { ATTENDANCE } from '@/sessions/attendance-texts'
import type { PublicSession } from './data'
import { wasThere } from './rules'

/** Why a lesson did not happen, in words for the student. */
const REASONS = { ...ATTENDANCE.reasons, coach: 'Pelo professor' }

/**
 * Why the student did not play, and what it cost: 'Faltou', 'Falta avisada em 22/11 às 18:02', 'Cancelada · chuva';
 * null if present.
 */
export function missedText(session: PublicSession, zone: string): string | null {
  const { attendance, cancelled_reason: reason } = session
  if (wasThere(session)) return null
  return reason === null
    ? (absenceText(attendance, session, zone) ?? ATTENDANCE.labels[attendance])
    : ATTENDANCE.cancelled(REASONS[reason])
}
