/** Why an absence cost a credit, or did not. */
export const ABSENCE = {
  told: (day: string, time: string) => `Falta avisada em ${day} às ${time}`,
  waived: 'Falta abonada pelo professor',
  chargedAnyway: 'Falta cobrada pelo professor (avisou a tempo)',
  untold: 'Falta cobrada: sem aviso registrado',
  late: 'Falta cobrada: avisou depois do prazo',
  afterStart: 'Falta cobrada: avisou depois do início',
  hoursBefore: (hours: number, notice: number | null) =>
    `Falta cobrada: avisou ${hours} h antes${notice === null ? '' : ` (combinado: ${notice} h)`}`,
  /** Beside the last day of a package that an absence, told in time, makes valid longer. */
  makeup: (day: string) => `reposição de ${day}`,
} as const
