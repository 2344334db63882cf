import { localDayOf } from '@/core/dates'
import type { LocalDate, SessionDetails } from '@/core/model'

/** Lessons by their day on this device; days and lessons keep the order of `lessons`. */
export function byDay(
  lessons: readonly SessionDetails[],
): { day: LocalDate; lessons: readonly SessionDetails[] }[] {
  const days = new Map<LocalDate, SessionDetails[]>()
  for (const lesson of lessons) {
    const day = localDayOf(lesson.date)
    days.set(day, [...(days.get(day) ?? []), lesson])
  }
  return [...days].map(([day, of]) => ({ day, lessons: of }))
}
