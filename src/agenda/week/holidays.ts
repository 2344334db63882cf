import { getHolidays } from '@brazilian-utils/brazilian-utils/get-holidays'
import { toLocalDate } from '@/core/dates'
import type { LocalDate } from '@/core/model'

/** Holidays of Brazil. Only the agenda imports this: the library is not small. */

export interface Holiday {
  day: LocalDate
  name: string
  /** 'Ponto facultativo'. */
  isOptional: boolean
}

/** The national and the optional holidays on these days, by day. */
export function holidaysBetween(from: LocalDate, to: LocalDate): Holiday[] {
  const first = Number(from.slice(0, 4))
  const years = Array.from({ length: Number(to.slice(0, 4)) - first + 1 }, (_, at) => first + at)
  return years
    .flatMap((year) => getHolidays(year))
    .filter(({ type }) => type === 'national' || type === 'optional')
    .map(({ name, date, type }) => ({ day: toLocalDate(date), name, isOptional: type === 'optional' }))
    .filter(({ day }) => day >= from && day <= to)
}
