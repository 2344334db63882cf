import { clsx } from 'clsx'
import type { LocalDate } from '@/core/model'
import { formatDay, formatShortWeekday } from '../days'
import { AGENDA_TEXTS } from '../texts'

/** The content of a day's button: weekday and number to see; for a screen reader the day, its holiday and its lessons. */
export function DayName({
  day,
  isToday,
  holiday,
  count,
  className,
}: {
  day: LocalDate
  isToday: boolean
  holiday: string | undefined
  /** undefined: not known yet. */
  count: number | undefined
  /** Of the number's circle. */
  className: string
}) {
  return (
    <>
      <span className="sr-only">
        {[formatDay(day), holiday, count !== undefined && AGENDA_TEXTS.lessons(count)]
          .filter(Boolean)
          .join(', ')}
      </span>
      <span
        aria-hidden="true"
        className={clsx('text-[13px] leading-tight', isToday ? 'font-extrabold' : 'text-ink-soft')}
      >
        {formatShortWeekday(day)}
      </span>
      <span
        aria-hidden="true"
        className={clsx('figures grid place-items-center rounded-full text-[17px] font-bold', className)}
      >
        {Number(day.slice(8))}
      </span>
    </>
  )
}
