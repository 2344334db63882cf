import { localDayOf } from '@/core/dates'
import type { LocalDate, SessionDetails } from '@/core/model'

/** Lessons under their days on this device, both in the order in which they come. */
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
