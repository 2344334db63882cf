import { dayOf, timeOf } from '@/agenda/zone'
import { shortDay } from '@/core/dates'
import type { Attendance, Instant, LocalDate, Told } from '@/core/model'

const HOUR_MS = 3_600_000

/**
 * Why an absence cost a credit, or did not: the same words for coach and student, from what was stored then and never
 * from today's rules. null: the attendance says all, because no version judged the absence, or `zone`, in which the
 * time would be told, is not known yet.
 */
export function absenceText(attendance: Attendance | null, told: Told, zone: string | null): string | null {
  const { told_at: at, told_for: start, told_outcome: outcome, agreement_version: version } = told
  if (attendance === 'excused') {
    if (outcome === 'kept' && at !== null) {
      if (zone === null) return null
      const time = { instant: at, zone }
      return ABSENCE.told(shortDay(dayOf(time)), timeOf(time))
    }
    return version === null ? null : ABSENCE.waived
  }
  if (attendance !== 'absent') return null
  if (outcome === 'kept') return ABSENCE.chargedAnyway
  if (outcome === 'late' && at !== null) return lateText(at, start, told.notice_hours ?? null)
  return version !== null && at === null ? ABSENCE.untold : null
}

/** 'reposição de 24/11': the absence, told in time, that decides the last day of a package. */
export const makeupText = (day: LocalDate): string => ABSENCE.makeup(shortDay(day))

function lateText(told: Instant, start: Instant | null, notice: number | null): string {
  if (start === null) return ABSENCE.late
  const before = Date.parse(start) - Date.parse(told)
  return before < 0 ? ABSENCE.afterStart : ABSENCE.hoursBefore(Math.floor(before / HOUR_MS), notice)
}

/** Why an absence cost a credit, or did not. */
const ABSENCE = {
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
