/**
 * Words for who came to a lesson, and for one that did not happen. Separate from messages.ts, so that the public student
 * page does not download the coach's texts.
 */
export const ATTENDANCE = {
  legend: 'Presença',
  labels: {
    present: 'Presente',
    absent: 'Faltou',
    excused: 'Falta justificada',
    cancelled: 'Cancelada',
  },
  /** Why a lesson did not happen, as the coach chooses it. */
  reasons: {
    rain: 'Chuva',
    coach: 'Eu cancelei',
    venue: 'Clube fechado',
    other: 'Outro motivo',
  },
  /** 'Cancelada · chuva' */
  cancelled: (reason: string) => `Cancelada · ${reason.toLowerCase()}`,
} as const
