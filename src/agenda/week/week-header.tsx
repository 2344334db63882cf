import { clsx } from 'clsx'
import type { LucideIcon } from 'lucide-react'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useRef } from 'react'
import { addDays } from '@/core/dates'
import type { LocalDate } from '@/core/model'
import { Button } from '@/ui/button'
import { countOf } from '../answer-texts'
import { formatDay, formatShortWeekday, formatWeek } from '../days'

/** Which week is shown, and buttons to the ones beside it: swiping is not for everybody. */
export function WeekHeader({
  monday,
  day,
  today,
  onSelect,
}: {
  monday: LocalDate
  day: LocalDate
  today: LocalDate
  onSelect: (day: LocalDate) => void
}) {
  const label = useRef<HTMLParagraphElement>(null)
  const step = (Icon: LucideIcon, name: string, days: number) => (
    <button
      type="button"
      aria-label={name}
      className="grid size-11 place-items-center rounded-lg hover:bg-sunken"
      onClick={() => onSelect(addDays(day, days))}
    >
      <Icon className="size-6" aria-hidden="true" />
    </button>
  )
  return (
    <div className="flex items-center lg:mb-3 lg:gap-1">
      {step(ChevronLeft, 'Semana anterior', -7)}
      <p
        ref={label}
        tabIndex={-1}
        aria-live="polite"
        className="figures min-w-32 text-center font-bold outline-none lg:min-w-40 lg:text-lg"
      >
        {formatWeek(monday, today)}
      </p>
      {step(ChevronRight, 'Próxima semana', 7)}
      {day !== today && (
        <Button
          tone="outline"
          size="sm"
          className="ml-auto lg:ml-3"
          onClick={() => {
            onSelect(today)
            // The button goes away.
            label.current?.focus()
          }}
        >
          Hoje
        </Button>
      )}
    </div>
  )
}

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
  const lessons = count === 0 ? 'nenhuma aula' : count && countOf(count, 'aula', 'aulas')
  return (
    <>
      <span className="sr-only">{[formatDay(day), holiday, lessons].filter(Boolean).join(', ')}</span>
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
