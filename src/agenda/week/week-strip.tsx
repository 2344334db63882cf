import { clsx } from 'clsx'
import useEmblaCarousel from 'embla-carousel-react'
import { memo, useEffect, useEffectEvent, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react'
import { addDays, daysBetween } from '@/core/dates'
import type { LocalDate } from '@/core/model'
import { useMediaQuery } from '@/ui/use-media-query'
import { daysFrom, mondayOf } from '../window'
import { movedDay } from './week'
import { DayName, WeekHeader } from './week-header'

interface Choice {
  day: LocalDate
  today: LocalDate
  /** The lessons of a day; undefined while they are not read. */
  countOf: (day: LocalDate) => number | undefined
  holidayOf: (day: LocalDate) => string | undefined
  onSelect: (day: LocalDate) => void
}

/** Weeks to swipe to on either side, half a year. Only those beside the shown one have content. */
const REACH = 26

/** The days of a week, to choose one; swiping, or its buttons, show another week. */
export function WeekStrip(choice: Choice) {
  const monday = mondayOf(choice.day)
  const [middle, setMiddle] = useState(monday)
  const offset = daysBetween(middle, monday) / 7
  // Somebody came from an old address, or swiped for half a year.
  if (Math.abs(offset) >= REACH) setMiddle(monday)
  return (
    <Strip
      key={middle}
      {...choice}
      monday={monday}
      shown={offset + REACH}
      mondayAt={(index) => addDays(middle, (index - REACH) * 7)}
    />
  )
}

function Strip({
  day,
  today,
  monday,
  shown,
  mondayAt,
  countOf,
  holidayOf,
  onSelect,
}: Choice & {
  monday: LocalDate
  /** The index of the shown week. */
  shown: number
  mondayAt: (index: number) => LocalDate
}) {
  const calm = useMediaQuery('(prefers-reduced-motion: reduce)')
  const [viewport, embla] = useEmblaCarousel({ startIndex: shown, duration: 22 })
  const group = useRef<HTMLDivElement>(null)
  /** The day to focus once it is shown. */
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
    const next = movedDay(day, event.key)
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
        <WeekHeader monday={monday} day={day} today={today} onSelect={onSelect} />
      </div>
      {/* The box that what is only for screen readers is placed in; outside it the other weeks would widen the page. */}
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
                daysFrom(mondayAt(index)).map((each) => (
                  <Day
                    key={each}
                    day={each}
                    isToday={each === today}
                    selected={each === day}
                    count={countOf(each)}
                    holiday={holidayOf(each)}
                  />
                ))}
            </div>
          ))}
        </div>
      </div>
    </section>
  )
}

/** Drawn again only when it changes, so that swiping stays smooth; its group listens to clicks. */
const Day = memo(function Day({
  day,
  isToday,
  selected,
  count,
  holiday,
}: {
  day: LocalDate
  isToday: boolean
  selected: boolean
  count: number | undefined
  holiday: string | undefined
}) {
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
        className={clsx(
          'size-10',
          selected ? 'bg-court text-court-ink' : isToday && 'border-2 border-accent',
        )}
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
