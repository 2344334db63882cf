import { clsx } from 'clsx'
import useEmblaCarousel from 'embla-carousel-react'
import type { LucideIcon } from 'lucide-react'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { memo, useEffect, useEffectEvent, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react'
import { countOf } from '@/core/common-texts'
import { addDays, daysBetween } from '@/core/dates'
import type { LocalDate } from '@/core/model'
import { Button } from '@/ui/button'
import { useMediaQuery } from '@/ui/use-media-query'
import { formatDay, formatShortWeekday, formatWeek } from '../days'
import { daysFrom, mondayOf } from '../rules'
import type { AgendaView } from './use-weeks'
import { movedDay } from './week'

/** Weeks to swipe to on either side: half a year. Only the weeks beside the shown one have content. */
const REACH = 26

/** The days of a week, to select one; a swipe, or the buttons, show another week. */
export function WeekStrip({ view }: { view: AgendaView }) {
  const monday = mondayOf(view.day)
  const [middle, setMiddle] = useState(monday)
  const offset = daysBetween(middle, monday) / 7
  // The address names a distant day, or the coach swiped for half a year.
  if (Math.abs(offset) >= REACH) setMiddle(monday)
  return <Strip key={middle} view={view} middle={middle} shown={offset + REACH} />
}

interface StripProps {
  view: AgendaView
  /** The Monday of the week at the index REACH. */
  middle: LocalDate
  /** The index of the shown week. */
  shown: number
}

function Strip({ view, middle, shown }: StripProps) {
  const { day, today, onSelect } = view
  const calm = useMediaQuery('(prefers-reduced-motion: reduce)')
  const [viewport, embla] = useEmblaCarousel({ startIndex: shown, duration: 22 })
  const group = useRef<HTMLDivElement>(null)
  const toFocus = useRef<LocalDate | null>(null)

  const onSwiped = useEffectEvent(() => {
    const index = embla?.selectedScrollSnap()
    // The same weekday of the other week.
    if (index !== undefined && index !== shown) onSelect(addDays(day, (index - shown) * 7))
  })
  useEffect(() => {
    if (!embla) return
    const listener = () => onSwiped()
    embla.on('select', listener)
    return () => {
      embla.off('select', listener)
    }
  }, [embla])
  useEffect(() => {
    if (embla && embla.selectedScrollSnap() !== shown) embla.scrollTo(shown, calm)
  }, [embla, shown, calm])
  useEffect(() => {
    if (toFocus.current !== day) return
    toFocus.current = null
    group.current?.querySelector<HTMLElement>('[aria-pressed=true]')?.focus({ preventScroll: true })
  }, [day])

  const onKeyDown = (event: KeyboardEvent) => {
    const next = movedDay(view.askedDay(), event.key)
    if (next === null || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    toFocus.current = next
    onSelect(next)
  }
  const onClick = ({ target }: MouseEvent) => {
    const chosen =
      target instanceof Element ? target.closest<HTMLElement>('[data-day]')?.dataset.day : undefined
    if (chosen !== undefined) onSelect(chosen)
  }
  return (
    <section aria-label="Semana" className="-mx-4 border-b border-line px-2 pb-2 md:-mx-8 md:px-6">
      <div className="px-1">
        <WeekHeader view={view} />
      </div>
      {/* Positions the texts for screen readers: outside this box those of the other weeks would widen the page. */}
      <div ref={viewport} className="relative touch-pan-y overflow-hidden">
        <div
          ref={group}
          role="toolbar"
          aria-label="Dias da semana"
          tabIndex={-1}
          className="flex outline-none"
          onKeyDown={onKeyDown}
          onClick={onClick}
        >
          {Array.from({ length: 2 * REACH + 1 }, (_, index) => (
            <div key={index} inert={index !== shown} className="grid min-w-0 flex-[0_0_100%] grid-cols-7">
              {Math.abs(index - shown) < 2 &&
                daysFrom(addDays(middle, (index - REACH) * 7)).map((each) => (
                  <Day
                    key={each}
                    day={each}
                    isToday={each === today}
                    selected={each === day}
                    count={view.countOf(each)}
                    holiday={view.holidayOf(each)?.name}
                  />
                ))}
            </div>
          ))}
        </div>
      </div>
    </section>
  )
}

type DayProps = Omit<DayNameProps, 'className'> & { selected: boolean }

/** Rendered again only when it changes, so that swiping stays smooth; the group listens to its clicks. */
const Day = memo(function Day({ day, isToday, selected, count, holiday }: DayProps) {
  return (
    <button
      type="button"
      data-day={day}
      aria-pressed={selected}
      aria-current={isToday ? 'date' : undefined}
      tabIndex={selected ? 0 : -1}
      className="flex min-w-0 flex-col items-center gap-1 rounded-lg py-1"
    >
      <DayName
        day={day}
        isToday={isToday}
        holiday={holiday}
        count={count}
        className={clsx('size-10', selected ? 'bg-court text-court-ink' : isToday && 'border-2 border-mark')}
      />
      <span className="flex h-1.5 items-center gap-0.5" aria-hidden="true">
        {holiday !== undefined && <span className="h-1.5 w-3 rounded-full bg-saibro" />}
        {Array.from({ length: Math.min(count ?? 0, 3) }, (_, index) => (
          <span key={index} className="size-1.5 rounded-full bg-ink-soft" />
        ))}
      </span>
    </button>
  )
})

/** The shown week, and buttons to the weeks beside it, because not everybody can swipe. */
export function WeekHeader({ view: { day, askedDay, today, onSelect } }: { view: AgendaView }) {
  const label = useRef<HTMLParagraphElement>(null)
  const step = (Icon: LucideIcon, name: string, days: number) => (
    <button
      type="button"
      aria-label={name}
      className="grid size-11 place-items-center rounded-lg hover:bg-sunken"
      onClick={() => onSelect(addDays(askedDay(), days))}
    >
      <Icon className="size-6" />
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
        {formatWeek(mondayOf(day), today)}
      </p>
      {step(ChevronRight, 'Próxima semana', 7)}
      {day !== today && (
        <Button
          size="sm"
          className="ml-auto lg:ml-3"
          onClick={() => {
            onSelect(today)
            // The button disappears.
            label.current?.focus()
          }}
        >
          Hoje
        </Button>
      )}
    </div>
  )
}

interface DayNameProps {
  day: LocalDate
  isToday: boolean
  holiday: string | undefined
  /** undefined: not read yet. */
  count: number | undefined
  /** For the number's circle. */
  className: string
}

/** The content of a day's button: weekday and number; for screen readers the day, its holiday and its lessons. */
export function DayName({ day, isToday, holiday, count, className }: DayNameProps) {
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
