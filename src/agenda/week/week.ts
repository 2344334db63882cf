import { formatDate, parseLocalDate } from '@/core/dates'
import { dateFormatter } from '@/core/formatters'
import type { LocalDate } from '@/core/model'
import { endOf, hasBegun, stateOf, type Occurrence } from '../rules'
import { epochOf, timeOf } from '../zone'

/** How the agenda shows a week. */

export interface Placed {
  occurrence: Occurrence
  /** Counted from 0. */
  column: number
  /** Of all that overlap, directly or through another one. */
  columns: number
}

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
  for (const occurrence of occurrences.toSorted((a, b) => at(a) - at(b))) {
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

const at = ({ starts_at }: Occurrence): number => epochOf(starts_at)

const weekday = dateFormatter({ weekday: 'long' })

/** 'Copiar horários livres': the free hours that are still to come, a line for each day; '' without any. */
export function freeHoursText(occurrences: readonly Occurrence[], now: Date): string {
  const free = occurrences.filter((each) => stateOf(each, now) === 'free' && !hasBegun(each, now))
  const days = new Map<LocalDate, Occurrence[]>()
  for (const each of free) days.set(each.day, [...(days.get(each.day) ?? []), each])
  const lines = [...days]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([day, hours]) => {
      const name = weekday(parseLocalDate(day))
      const times = hours
        .toSorted((a, b) => at(a) - at(b))
        .map((hour) => `${timeOf(hour.starts_at)}–${timeOf(endOf(hour))}`)
      return `${name}, ${formatDate(day).slice(0, 5)}: ${times.join(', ')}`
    })
  return lines.length === 0 ? '' : ['Horários livres:', ...lines].join('\n')
}
