import { getHolidays } from '@brazilian-utils/brazilian-utils/get-holidays'
import { addDays, formatDate, parseLocalDate, toLocalDate } from '@/core/dates'
import { dateFormatter } from '@/core/formatters'
import type { LocalDate } from '@/core/model'
import { endOf, hasBegun, stateOf, timesOf, type Occurrence } from '../rules'
import { daysFrom, mondayOf } from '../window'
import { epochOf } from '../zone'

/** How the agenda shows a week. Only its page imports this: the library of holidays is not small. */

export interface Holiday {
  day: LocalDate
  name: string
  /** 'Ponto facultativo'. */
  isOptional: boolean
}

/** The national and the optional holidays of Brazil on these days, by day. */
export function holidaysBetween(from: LocalDate, to: LocalDate): Holiday[] {
  const years = new Set([from, to].map((day) => Number(day.slice(0, 4))))
  return [...years]
    .flatMap((year) => getHolidays(year))
    .filter(({ type }) => type === 'national' || type === 'optional')
    .map(({ name, date, type }) => ({ day: toLocalDate(date), name, isOptional: type === 'optional' }))
    .filter(({ day }) => day >= from && day <= to)
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, PageUp: -7, PageDown: 7 }

/** The day that a key leads to, as in a calendar; null: the key does something else. */
export function movedDay(day: LocalDate, key: string): LocalDate | null {
  const step = STEPS[key]
  if (step !== undefined) return addDays(day, step)
  if (key !== 'Home' && key !== 'End') return null
  return daysFrom(mondayOf(day)).at(key === 'Home' ? 0 : -1) ?? null
}

export interface Placed {
  occurrence: Occurrence
  /** Counted from 0. */
  column: number
  /** Of all that overlap, directly or through another one. */
  columns: number
}

const at = ({ starts_at }: Occurrence): number => epochOf(starts_at)
const byStart = (a: Occurrence, b: Occurrence) => at(a) - at(b)

/** The occurrences of one day in columns: those that overlap stand side by side. */
export function sideBySide(occurrences: readonly Occurrence[]): Placed[] {
  const placed: Placed[] = []
  let group: Placed[] = []
  /** When each column of the group is free again. */
  let free: number[] = []
  const close = () => {
    placed.push(...group.map((each) => ({ ...each, columns: free.length })))
    group = []
    free = []
  }
  for (const occurrence of occurrences.toSorted(byStart)) {
    const start = at(occurrence)
    if (free.every((until) => until <= start)) close()
    const found = free.findIndex((until) => until <= start)
    const column = found === -1 ? free.length : found
    free[column] = epochOf(endOf(occurrence))
    group.push({ occurrence, column, columns: 1 })
  }
  close()
  return placed
}

const weekday = dateFormatter({ weekday: 'long' })

/** 'Copiar horários livres': the free hours that are still to come, a line for each day; '' without any. */
export function freeHoursText(occurrences: readonly Occurrence[], now: Date): string {
  const free = occurrences
    .filter((each) => stateOf(each, now) === 'free' && !hasBegun(each, now))
    .toSorted(byStart)
  const days = [...new Set(free.map(({ day }) => day))]
  const lines = days.map((day) => {
    const hours = free.filter((each) => each.day === day).map(timesOf)
    const times = hours.map(({ start, end }) => `${start}–${end}`).join(', ')
    return `${weekday(parseLocalDate(day))}, ${formatDate(day).slice(0, 5)}: ${times}`
  })
  return lines.length === 0 ? '' : ['Horários livres:', ...lines].join('\n')
}
