/**
 * Texts for attendance and for a lesson that did not happen. They have their own file so that the public student page
 * does not download the coach's other texts.
 */
export const ATTENDANCE = {
  legend: 'Presença',
  labels: {
    present: 'Veio',
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
