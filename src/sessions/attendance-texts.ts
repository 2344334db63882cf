/** Apart from the coach's other texts, so that the public student page does not download those. */
export const ATTENDANCE = {
  legend: 'Presença',
  labels: { present: 'Veio', absent: 'Faltou', excused: 'Falta justificada', cancelled: 'Cancelada' },
  /** Why a lesson did not happen, as the coach chooses it. */
  reasons: { rain: 'Chuva', coach: 'Eu cancelei', venue: 'Clube fechado', other: 'Outro motivo' },
  /** 'Cancelada · chuva' */
  cancelled: (reason: string) => `Cancelada · ${reason.toLowerCase()}`,
} as const
