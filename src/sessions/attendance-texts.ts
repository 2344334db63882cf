/**
 * Words for who came to a lesson, and for one that did not happen. Apart from the coach's texts, which the public
 * student page does not download.
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
