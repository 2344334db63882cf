/** Why an absence cost a credit, or not. */
export const ABSENCE = {
  told: (day: string, time: string) => `Falta avisada em ${day} às ${time}`,
  waived: 'Falta abonada pelo professor',
  chargedAnyway: 'Falta cobrada pelo professor (avisou a tempo)',
  untold: 'Falta cobrada: sem aviso registrado',
  /** `hours` before the start; null: after it. */
  late: (hours: number | null, notice: number | null) =>
    hours === null
      ? 'Falta cobrada: avisou depois do início'
      : `Falta cobrada: avisou ${hours} h antes${notice === null ? '' : ` (combinado: ${notice} h)`}`,
} as const
