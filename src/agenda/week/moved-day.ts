import { addDays } from '@/core/dates'
import type { LocalDate } from '@/core/model'
import { daysFrom } from '../days'
import { mondayOf } from '../window'

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, PageUp: -7, PageDown: 7 }

/** The day that a key leads to, as in a calendar; null: the key does something else. */
export function movedDay(day: LocalDate, key: string): LocalDate | null {
  const step = STEPS[key]
  if (step !== undefined) return addDays(day, step)
  const days = daysFrom(mondayOf(day))
  if (key === 'Home') return days[0] ?? null
  return key === 'End' ? (days[6] ?? null) : null
}
