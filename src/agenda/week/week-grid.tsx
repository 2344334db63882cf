import { clsx } from 'clsx'
import Plus from 'lucide-react/icons/plus'
import UnfoldVertical from 'lucide-react/icons/unfold-vertical'
import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { flushSync } from 'react-dom'
import { addDays } from '@/core/dates'
import type { LocalDate } from '@/core/model'
import { firstName } from '@/core/names'
import { formatDay } from '../days'
import { signsOf } from '../occurrence-signs'
import { isOccurrence, namesOf, stateOf, timesOf, type OccurrenceState } from '../rules'
import { minuteOf, timeOf } from '../zone'
import type { AgendaView } from './use-weeks'
import {
  bandsOf,
  entryKey,
  freeMinutes,
  GAP_PX,
  LOWEST_PX,
  minuteAt,
  movedDay,
  restsOf,
  sideBySide,
  spanOf,
  timeAt,
  topOf,
  type Band,
  type Drawn,
  type Entry,
  type Placed,
} from './week'
import { DayName } from './week-strip'

/** What all days of the week share. */
type Grid = { bands: readonly Band[]; view: AgendaView; onKeyDown: (event: KeyboardEvent) => void }

const HOUR = 60

/** A week on wide screens. Overlapping lessons stand side by side; a click on an empty hour begins a new slot. */
export function WeekGrid({ view }: { view: AgendaView }) {
  const { day, days, onSelect } = view
  const box = useRef<HTMLDivElement>(null)
  const toFocus = useRef<LocalDate | null>(null)
  const [isUnfolded, setUnfolded] = useState(false)
  const bands = bandsOf(
    days.flatMap((each) => drawnOn(view, each) ?? []),
    isUnfolded,
  )
  const height = topOf(bands, bands.at(-1)?.to ?? 0)

  useEffect(() => {
    if (toFocus.current !== day) return
    toFocus.current = null
    focusHeader(box.current, day)
  }, [day])

  /** Left and right lead to other days. */
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || !(event.target instanceof HTMLElement)) return
    const shown = event.target.closest<HTMLElement>('[data-day]')?.dataset.day
    const next = shown === undefined ? null : movedDay(shown, event.key)
    if (next === null) return
    event.preventDefault()
    toFocus.current = next
    onSelect(next)
    // The day is already selected, so no effect runs.
    if (next === day) focusHeader(box.current, day)
  }

  return (
    <div
      ref={box}
      role="group"
      aria-label="Semana"
      className={
        'relative grid grid-cols-[3.25rem_repeat(7,minmax(0,1fr))] grid-rows-[auto_auto] overflow-clip ' +
        'rounded-xl border border-line bg-surface shadow-card'
      }
    >
      <div aria-hidden="true" className="row-span-2 grid grid-rows-subgrid">
        <span />
        <div className="figures relative" style={{ height }}>
          {bands.slice(1).map(({ from, isFolded }, index) =>
            // Beside folded hours there is no room for two labels.
            isFolded || bands[index]?.isFolded ? null : (
              <span
                key={from}
                className="absolute right-2 -translate-y-1/2 text-[13px] text-ink-soft"
                style={{ top: topOf(bands, from) }}
              >
                {timeAt(from)}
              </span>
            ),
          )}
        </div>
      </div>
      {days.map((each) => (
        <Column key={each} day={each} grid={{ bands, view, onKeyDown }} />
      ))}
      {bands.some(({ isFolded }) => isFolded) && (
        // Out of the flow, within the row of the hours, so that the days are placed as if it were not there.
        <div className="pointer-events-none absolute inset-0 col-span-full row-start-2 row-end-3">
          {bands
            .filter(({ isFolded }) => isFolded)
            .map(({ from, to, px }) => (
              <button
                key={from}
                type="button"
                className={
                  'figures pointer-events-auto absolute inset-x-0 flex items-center gap-1.5 border-y ' +
                  'border-line bg-sunken px-2 text-[13px] font-semibold text-ink-soft hover:text-ink'
                }
                style={{ top: topOf(bands, from), height: px }}
                onClick={() => {
                  flushSync(() => setUnfolded(true))
                  // The pressed button is gone.
                  focusHeader(box.current, day)
                }}
              >
                <UnfoldVertical className="size-4 shrink-0" />
                {`${timeAt(from)} – ${timeAt(to)} sem aulas · mostrar`}
              </button>
            ))}
        </div>
      )}
    </div>
  )
}

/** A day's entries after what goes on from the day before. */
function drawnOn(view: AgendaView, day: LocalDate): Drawn[] | undefined {
  const entries = view.entriesOf(day)
  return entries && [...restsOf(view.entriesOf(addDays(day, -1)) ?? []), ...entries]
}

function focusHeader(box: HTMLElement | null, day: LocalDate) {
  box?.querySelector<HTMLElement>(`[data-day="${day}"] [data-header]`)?.focus()
}

function Column({ day, grid }: { day: LocalDate; grid: Grid }) {
  const { bands, view } = grid
  const isToday = day === view.today
  const entries = drawnOn(view, day)
  const placed = sideBySide(entries ?? [])
  const holiday = view.holidayOf(day)
  const now = minuteOf(timeOf({ zone: view.zone, instant: view.now.toISOString() }))
  const section = useRef<HTMLElement>(null)
  const free = entries === undefined ? [] : freeMinutes(bands, entries)
  const [chosen, setChosen] = useState<number>()
  /** One button moves through the free hours, because a screen reader would read out a hundred of them. */
  const shown = free.find((minute) => minute === chosen) ?? free[0]
  const freeUnder = (event: Pick<PointerEvent, 'clientY' | 'currentTarget'>) => {
    const minute = minuteAt(bands, event.clientY - event.currentTarget.getBoundingClientRect().top)
    const hour = minute === null ? null : Math.floor(minute / HOUR)
    return free.find((start) => Math.floor(start / HOUR) === hour)
  }

  /** Up and down lead through the lessons and the free hours of the day. */
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const isUp = event.key === 'ArrowUp'
    if (!isUp && event.key !== 'ArrowDown') {
      grid.onKeyDown(event)
      return
    }
    event.preventDefault()
    const stops = [
      ...placed.map(({ entry }) => ({ at: spanOf(entry).from, name: entryKey(entry) })),
      ...free.map((at) => ({ at, name: FREE })),
    ].toSorted((a, b) => a.at - b.at)
    const { stop } = event.currentTarget.dataset
    const here = stops.findIndex(({ at, name }) => name === stop && (name !== FREE || at === shown))
    const next = stops[here + (isUp ? -1 : 1)]
    if (next?.name === FREE) focusFree(next.at)
    else if (next || isUp) focusStop(next && CSS.escape(next.name))
  }
  /** undefined: the day's header. */
  const focusStop = (name: string | undefined) =>
    section.current
      ?.querySelector<HTMLElement>(name === undefined ? '[data-header]' : `[data-stop="${name}"]`)
      ?.focus()
  const focusFree = (minute: number) => {
    flushSync(() => setChosen(minute))
    focusStop(FREE)
  }

  return (
    <section
      ref={section}
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
      <div
        // Keyboards use the button in it.
        role="presentation"
        className="group/day relative"
        onPointerMove={(event) => {
          const under = freeUnder(event)
          if (under !== undefined && under !== shown) setChosen(under)
        }}
        onClick={(event) => {
          // A finger does not hover, so the button may be at another hour.
          const under = event.target === event.currentTarget ? freeUnder(event) : undefined
          if (under === undefined) return
          // The form will return the focus to it.
          focusFree(under)
          view.onNew(day, timeAt(under))
        }}
      >
        {bands.slice(1).map(({ from }) => (
          <span
            key={from}
            className="pointer-events-none absolute inset-x-0 border-t border-line"
            style={{ top: topOf(bands, from) }}
          />
        ))}
        {isToday && now > (bands[0]?.from ?? 0) && now < (bands.at(-1)?.to ?? 0) && (
          <span
            aria-hidden="true"
            className={
              'pointer-events-none absolute inset-x-0 border-t-2 border-bad before:absolute ' +
              'before:-top-[5px] before:-left-1 before:size-2 before:rounded-full before:bg-bad'
            }
            style={{ top: topOf(bands, now) }}
          />
        )}
        {shown !== undefined && (
          <button
            key={shown}
            type="button"
            data-stop={FREE}
            tabIndex={-1}
            className={
              'figures absolute inset-x-0.5 flex items-start gap-1 rounded-sm border-[1.5px] ' +
              'border-dashed border-line-strong bg-surface px-1.5 text-[13px] leading-6 font-semibold ' +
              'opacity-0 group-hover/day:opacity-100 focus-visible:opacity-100'
            }
            style={{
              top: topOf(bands, shown) + 1,
              height: topOf(bands, (Math.floor(shown / HOUR) + 1) * HOUR) - topOf(bands, shown) - 2,
            }}
            aria-label={`Novo horário, ${formatDay(day)}, ${timeAt(shown)}`}
            onClick={() => view.onNew(day, timeAt(shown))}
            onKeyDown={onKeyDown}
          >
            <Plus className="mt-1 size-4 shrink-0" />
            {timeAt(shown)}
          </button>
        )}
        {placed.map((each) => (
          <Block key={entryKey(each.entry)} {...each} grid={grid} onKeyDown={onKeyDown} />
        ))}
      </div>
    </section>
  )
}

/** The name of a free hour among the arrows' stops; the other stops are named by their entries. */
const FREE = 'livre'

/** The colour is the club's; icons say what became of the lesson. */
function lookOf(state: OccurrenceState): string {
  if (['skipped', 'cancelled', 'free'].includes(state))
    return 'border-[1.5px] border-dashed border-line-strong bg-surface text-ink-soft'
  return clsx(
    'border border-l-4 border-[color-mix(in_oklab,var(--club)_45%,var(--surface))] border-l-(--club) text-ink',
    state === 'held'
      ? 'bg-[color-mix(in_oklab,var(--club)_24%,var(--surface))]'
      : 'bg-[color-mix(in_oklab,var(--club)_10%,var(--surface))]',
  )
}

const LINE_PX = 17

type BlockProps = Placed & { grid: Grid; onKeyDown: (event: KeyboardEvent<HTMLElement>) => void }

function Block({ entry: drawn, column, columns, grid, onKeyDown }: BlockProps) {
  const { bands, view } = grid
  const { from, to } = spanOf(drawn)
  const entry = drawn.whole ?? drawn
  const state = stateOf(entry, view.now)
  const signs = signsOf(entry, view.now)
  const isOff = state === 'skipped' || state === 'cancelled'
  const names = namesOf(entry)
  const top = topOf(bands, from)
  const height = Math.max(LOWEST_PX, topOf(bands, to) - top - GAP_PX)
  const isLow = height < 2 * LINE_PX + 7
  // Side by side, or beside the time in a low block, there is only room for first names.
  const firstNames = entry.students.map(({ name }) => firstName(name)).join(', ')
  const written = ((columns > 1 || isLow) && firstNames) || names
  const clubId = isOccurrence(entry) ? entry.club_id : null
  const told = [whenTold(entry), names, view.clubName(clubId), ...signs.map(({ words }) => words)]
    .filter(Boolean)
    .join(', ')
  return (
    <button
      type="button"
      title={told}
      data-stop={entryKey(entry)}
      className={clsx(
        'absolute flex flex-col items-start overflow-hidden rounded-sm py-0.5 text-left leading-[17px] ' +
          'hover:z-10 focus-visible:z-10',
        columns > 1 ? 'px-0.5 text-xs tracking-tight' : 'px-1.5 text-[13px]',
        view.clubLook(clubId),
        lookOf(state),
      )}
      style={{
        top: top + 1,
        height,
        left: `calc(${(column / columns) * 100}% + 1px)`,
        width: `calc(${100 / columns}% - 3px)`,
      }}
      onClick={() => view.onOpen(entry)}
      onKeyDown={onKeyDown}
    >
      <span className="sr-only">{told}</span>
      {/* A sign without room disappears whole; in a low block so do the names. */}
      <span
        aria-hidden="true"
        className="flex h-[17px] max-w-full shrink-0 flex-wrap items-center gap-x-1 overflow-hidden whitespace-nowrap"
      >
        <span className={clsx('figures font-extrabold', isOff && 'line-through')}>
          {timesOf(entry).start}
        </span>
        {signs.map(({ icon: Icon, words }, at) => (
          <Icon key={`${words} ${at}`} className="size-3.5 shrink-0" />
        ))}
        {isLow && <span className="min-w-0 flex-1 basis-10 truncate font-semibold">{written}</span>}
      </span>
      {!isLow && (
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

/** '07:00 – 08:00'; only the start for a lesson without a slot, whose end nobody knows. */
function whenTold(entry: Entry): string {
  const { start, end } = timesOf(entry)
  return isOccurrence(entry) ? `${start} – ${end}` : start
}
