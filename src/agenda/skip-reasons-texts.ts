import { ATTENDANCE } from '@/sessions/attendance-texts'

/** Why an occurrence of the agenda was skipped. */
export const SKIP_REASON_TEXTS = { ...ATTENDANCE.reasons, holiday: 'Feriado', recess: 'Recesso' } as const
