import { clsx } from 'clsx'
import { useEffect, useRef, type KeyboardEvent } from 'react'
import type { LocalDate } from '@/core/model'
import { formatDay } from '../days'
import { signsOf } from '../occurrence-signs'
import { namesOf, occurrenceKey, stateOf, timesOf, type Occurrence, type OccurrenceState } from '../rules'
import { minuteOf, timeOf } from '../zone'
import type { AgendaView } from './use-weeks'
import { movedDay, sideBySide, type Placed } from './week'
import { DayName } from './week-strip'

const HOUR_PX = 64
/** Shown at least, in hours. */
const MORNING = 7
const EVENING = 20

/** What is the same for all days of the week. */
interface Grid {
  /** The first and the last hour that are drawn. */
  from: number
  to: number
  view: AgendaView
  onKeyDown: (event: KeyboardEvent) => void
}

/** Where this minute of the day is, below the first hour. */
const topOf = (minute: number, from: number) => ((minute - from * 60) / 60) * HOUR_PX

/** A week to read and click, on wide screens: overlapping lessons stand side by side. */
export function WeekGrid({ view }: { view: AgendaView }) {
  const { day, days, occurrencesOf, onSelect } = view
  const box = useRef<HTMLDivElement>(null)
  /** The day to focus once it is shown. */
  const toFocus = useRef<LocalDate | null>(null)
  const { from, to } = hoursOf(days.flatMap((each) => occurrencesOf(each) ?? []))
  const fullHours = Array.from({ length: to - from - 1 }, (_, index) => from + index + 1)

  useEffect(() => {
    if (toFocus.current !== day) return
    toFocus.current = null
    focusHeader(box.current, day)
  }, [day])

  /** Left and right lead to other days, up and down through the lessons of a day. */
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || !(event.target instanceof HTMLElement)) return
    const column = event.target.closest<HTMLElement>('[data-day]')
    const shown = column?.dataset.day
    if (!column || shown === undefined) return
    if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      const stops = [...column.querySelectorAll<HTMLElement>('button')]
      const next = stops[stops.indexOf(event.target) + (event.key === 'ArrowUp' ? -1 : 1)]
      event.preventDefault()
      next?.focus()
      return
    }
    const next = movedDay(shown, event.key)
    if (next === null) return
    event.preventDefault()
    toFocus.current = next
    onSelect(next)
    // Chosen already: no effect runs.
    if (next === day) focusHeader(box.current, day)
  }

  return (
    <div
      ref={box}
      role="group"
      aria-label="Semana"
      className="grid grid-cols-[3.25rem_repeat(7,minmax(0,1fr))] grid-rows-[auto_auto] overflow-clip rounded-xl border border-line bg-surface shadow-card"
    >
      <div aria-hidden="true" className="row-span-2 grid grid-rows-subgrid">
        <span />
        <div className="figures relative" style={{ height: (to - from) * HOUR_PX }}>
          {fullHours.map((hour) => (
            <span
              key={hour}
              className="absolute right-2 -translate-y-1/2 text-[13px] text-ink-soft"
              style={{ top: topOf(hour * 60, from) }}
            >
              {hour}:00
            </span>
          ))}
        </div>
      </div>
      {days.map((each) => (
        <Column key={each} day={each} fullHours={fullHours} grid={{ from, to, view, onKeyDown }} />
      ))}
    </div>
  )
}

function focusHeader(box: HTMLElement | null, day: LocalDate) {
  box?.querySelector<HTMLElement>(`[data-day="${day}"] [data-header]`)?.focus()
}

/** The hours to draw: those of the lessons, and an ordinary day's. */
function hoursOf(occurrences: readonly Occurrence[]): { from: number; to: number } {
  const starts = occurrences.map(({ starts_at }) => minuteOf(timeOf(starts_at)))
  const ends = occurrences.map(({ minutes }, index) => (starts[index] ?? 0) + minutes)
  return {
    from: Math.min(MORNING, ...starts.map((start) => Math.floor(start / 60))),
    to: Math.min(24, Math.max(EVENING, ...ends.map((end) => Math.ceil(end / 60)))),
  }
}

function Column({ day, fullHours, grid }: { day: LocalDate; fullHours: readonly number[]; grid: Grid }) {
  const { from, to, view, onKeyDown } = grid
  const isToday = day === view.today
  const occurrences = view.occurrencesOf(day)
  const holiday = view.holidayOf(day)
  const now = minuteOf(timeOf({ zone: view.zone, instant: view.now.toISOString() }))
  return (
    <section
      data-day={day}
      aria-label={formatDay(day)}
      className={clsx('row-span-2 grid grid-rows-subgrid border-l border-line', isToday && 'bg-sunken/60')}
    >
      <button
        type="button"
        data-header
        tabIndex={day === view.day ? 0 : -1}
        aria-current={isToday ? 'date' : undefined}
        className="flex min-w-0 flex-col items-center gap-0.5 border-b border-line px-1 py-2"
        onClick={() => view.onSelect(day)}
        onKeyDown={onKeyDown}
      >
        <DayName
          day={day}
          isToday={isToday}
          holiday={holiday?.name}
          count={view.countOf(day)}
          className={clsx('size-9', isToday && 'bg-court text-court-ink')}
        />
        {holiday && (
          <span
            aria-hidden="true"
            className="line-clamp-2 w-full border-t-2 border-saibro pt-0.5 text-[13px] leading-tight font-semibold"
          >
            {holiday.name}
          </span>
        )}
      </button>
      <div className="relative">
        {fullHours.map((hour) => (
          <span
            key={hour}
            className="absolute inset-x-0 border-t border-line"
            style={{ top: topOf(hour * 60, from) }}
          />
        ))}
        {sideBySide(occurrences ?? []).map((placed) => (
          <Block key={occurrenceKey(placed.occurrence)} {...placed} grid={grid} />
        ))}
        {isToday && now > from * 60 && now < to * 60 && (
          <span
            aria-hidden="true"
            className="pointer-events-none absolute inset-x-0 z-10 border-t-2 border-bad before:absolute before:-top-[5px] before:-left-1 before:size-2 before:rounded-full before:bg-bad"
            style={{ top: topOf(now, from) }}
          />
        )}
      </div>
    </section>
  )
}

function lookOf(state: OccurrenceState): string {
  if (['skipped', 'cancelled', 'free'].includes(state))
    return 'border-dashed border-line-strong bg-surface text-ink-soft'
  return state === 'held' ? 'border-ok bg-ok-soft text-ink' : 'border-court bg-info-soft text-ink'
}

/** So high that one line can be read and clicked. */
const LOWEST_PX = 28
const LINE_PX = 17

function Block({ occurrence, column, columns, grid }: { grid: Grid } & Placed) {
  const { now, clubName, onOpen } = grid.view
  const { start, end } = timesOf(occurrence)
  const begin = minuteOf(start)
  const minutes = Math.min(occurrence.minutes, grid.to * 60 - begin)
  const state = stateOf(occurrence, now)
  const signs = signsOf(occurrence, now)
  const isOff = state === 'skipped' || state === 'cancelled'
  const names = namesOf(occurrence)
  // Side by side there is room for little more.
  const firstNames = occurrence.students.map(({ name }) => name.split(' ')[0]).join(', ')
  const written = (columns > 1 && firstNames) || names
  const height = Math.max(LOWEST_PX, (minutes / 60) * HOUR_PX - 2)
  const told = [`${start} – ${end}`, names, clubName(occurrence.club_id), ...signs.map(({ words }) => words)]
    .filter(Boolean)
    .join(', ')
  return (
    <button
      type="button"
      title={told}
      className={clsx(
        'absolute flex flex-col items-start overflow-hidden rounded-sm border-[1.5px] py-0.5 text-left leading-[17px] hover:z-10 focus-visible:z-10',
        columns > 2 ? 'px-0.5 text-xs tracking-tight' : 'px-1.5 text-[13px]',
        lookOf(state),
      )}
      style={{
        top: topOf(begin, grid.from) + 1,
        height,
        left: `calc(${(column / columns) * 100}% + 1px)`,
        width: `calc(${100 / columns}% - 3px)`,
      }}
      onClick={() => onOpen(occurrence)}
      onKeyDown={grid.onKeyDown}
    >
      <span className="sr-only">{told}</span>
      <span aria-hidden="true" className="flex max-w-full items-center gap-1 whitespace-nowrap">
        <span className={clsx('figures font-extrabold', isOff && 'line-through')}>{start}</span>
        {signs.map(({ icon: Icon, words }) => (
          <Icon key={words} className="size-3.5 shrink-0" aria-hidden="true" />
        ))}
      </span>
      {height >= 2 * LINE_PX + 7 && (
        <span
          aria-hidden="true"
          className={clsx('line-clamp-1 font-semibold [overflow-wrap:anywhere]', isOff && 'line-through')}
          style={{ WebkitLineClamp: Math.floor((height - 7) / LINE_PX) - 1 }}
        >
          {written}
        </span>
      )}
    </button>
  )
}
