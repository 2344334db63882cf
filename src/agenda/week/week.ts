import { getHolidays } from '@brazilian-utils/brazilian-utils/get-holidays'
import { addDays, inUTC, toLocalDate, shortDay } from '@/core/dates'
import { dateFormatter } from '@/core/formatters'
import type { LocalDate } from '@/core/model'
import {
  endOf,
  hasBegun,
  isLesson,
  isOccurrence,
  occurrenceKey,
  overlaps,
  SLOT_LIMITS,
  stateOf,
  timesOf,
  type AgendaLesson,
  type Occurrence,
  daysFrom,
  mondayOf,
} from '../rules'
import { epochOf, instantIn, minuteOf, timeOf } from '../zone'

/** How the agenda shows a week. Only its page imports this file, because the library of holidays is not small. */

export interface Holiday {
  day: LocalDate
  name: string
  /** 'Ponto facultativo'. */
  isOptional: boolean
}

/** The national and the optional holidays of Brazil between these days, both included, by day. */
export function holidaysBetween(from: LocalDate, to: LocalDate): Holiday[] {
  const years = new Set([from, to].map((day) => Number(day.slice(0, 4))))
  return [...years]
    .flatMap((year) => getHolidays(year))
    .filter(({ type }) => type === 'national' || type === 'optional')
    .map(({ name, date, type }) => ({ day: toLocalDate(date), name, isOptional: type === 'optional' }))
    .filter(({ day }) => day >= from && day <= to)
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, PageUp: -7, PageDown: 7 }

/** The day to which a key moves, as in a calendar; null for a key that does something else. */
export function movedDay(day: LocalDate, key: string): LocalDate | null {
  const step = STEPS[key]
  if (step !== undefined) return addDays(day, step)
  if (key !== 'Home' && key !== 'End') return null
  return daysFrom(mondayOf(day)).at(key === 'Home' ? 0 : -1) ?? null
}

/** What a day shows: an occurrence, or a lesson without a slot, with the minutes for which it is drawn. */
export type Entry = Occurrence | (AgendaLesson & Pick<Occurrence, 'minutes'>)

export const entryKey = (entry: Entry): string => (isOccurrence(entry) ? occurrenceKey(entry) : entry.id)

const at = ({ starts_at }: Pick<Entry, 'starts_at'>): number => epochOf(starts_at)
const byStart = (a: Entry, b: Entry) => at(a) - at(b)

/** A lesson of unknown length is drawn for at least this many minutes. */
const SHORT = SLOT_LIMITS.minutes.min

/**
 * The entries of one day, by time. A lesson without a slot, whose end nobody knows, is drawn for an hour, or until the
 * next entry begins: it hides no free hour and clashes with nothing that came after it.
 */
export function entriesOf(occurrences: readonly Occurrence[], lessons: readonly AgendaLesson[]): Entry[] {
  const starts = [...occurrences, ...lessons].map(at)
  const drawn = lessons.map((lesson) => {
    const next = Math.min(...starts.filter((start) => start > at(lesson)))
    const minutes = Math.min(SLOT_LIMITS.minutes.default, (next - at(lesson)) / 60_000)
    return { ...lesson, minutes: Math.max(SHORT, minutes) }
  })
  return [...occurrences, ...drawn].toSorted(byStart)
}

/** An entry, or the rest of `whole` on the day after. */
export type Drawn = Entry & { whole?: Entry }

/** What the occurrences of a day leave for the next one: without it, hours after midnight look free. */
export const restsOf = (entries: readonly Entry[]): Drawn[] =>
  entries.filter(isOccurrence).flatMap((whole) => {
    const { starts_at, day } = whole
    const instant = instantIn(starts_at.zone, addDays(day, 1), '00:00')
    const minutes = whole.minutes - (Date.parse(instant) - at(whole)) / 60_000
    const rest = { ...whole, starts_at: { ...starts_at, instant }, minutes, whole }
    return rest.minutes > 0 ? [rest] : []
  })

const HOUR_PX = 64
/** No lesson is drawn lower than this, so that its time is legible and a finger finds it. */
export const LOWEST_PX = 28
/** The gap between a lesson and the next one below it. */
export const GAP_PX = 2
const LOWEST_MS = ((LOWEST_PX + GAP_PX) / HOUR_PX) * 3_600_000

export interface Placed {
  entry: Drawn
  /** Counted from 0. */
  column: number
  /** How many columns stand side by side for all entries that overlap, directly or through another one. */
  columns: number
}

/** The entries of one day in columns: entries stand side by side if they overlap, or if one would cover a short one. */
export function sideBySide(entries: readonly Drawn[]): Placed[] {
  const placed: Placed[] = []
  let group: Placed[] = []
  /** When each column of the group is free again. */
  let free: number[] = []
  const close = () => {
    placed.push(...group.map((each) => ({ ...each, columns: free.length })))
    group = []
    free = []
  }
  for (const entry of entries.toSorted(byStart)) {
    const start = at(entry)
    if (free.every((until) => until <= start)) close()
    const found = free.findIndex((until) => until <= start)
    const column = found === -1 ? free.length : found
    free[column] = Math.max(epochOf(endOf(entry)), start + LOWEST_MS)
    group.push({ entry, column, columns: 1 })
  }
  close()
  return placed
}

/** The minutes of the local day that the entry takes; it ends with the day at the latest. */
export function spanOf(entry: Entry): { from: number; to: number } {
  const from = minuteOf(timeOf(entry.starts_at))
  return { from, to: Math.min(DAY, from + entry.minutes) }
}

const HOUR = 60
const DAY = 24 * HOUR
/** The day from `MORNING` to `EVENING` is always drawn, in hours. */
const MORNING = 7
const EVENING = 20
/** At least this many empty hours in a row are folded. */
const FOLDED_HOURS = 2

/** A part of the hours that a week is drawn with, in minutes of the day. */
export interface Band {
  from: number
  to: number
  px: number
  /** No entry of the week is in it, and it is drawn low. */
  isFolded: boolean
}

const FOLDED_PX = 24

/** An ordinary day's hours and those of all entries. Between the entries, hours in which nothing happens are folded. */
export function bandsOf(week: readonly Entry[], isUnfolded: boolean): Band[] {
  const spans = week.map(spanOf)
  const first = Math.min(MORNING, ...spans.map(({ from }) => Math.floor(from / HOUR)))
  const last = Math.max(EVENING, ...spans.map(({ to }) => Math.ceil(to / HOUR)))
  const isBusy = (hour: number) => spans.some(({ from, to }) => from < (hour + 1) * HOUR && to > hour * HOUR)
  const hours = Array.from({ length: last - first }, (_, index) => first + index)
  const busy = hours.filter(isBusy)
  const bands: Band[] = []
  for (const hour of hours) {
    // Before the first lesson and after the last one nothing is folded.
    const before = busy.findLast((each) => each < hour) ?? last
    const after = busy.find((each) => each > hour) ?? first
    const isFolded = !isUnfolded && !isBusy(hour) && after - before > FOLDED_HOURS
    const open = bands.at(-1)
    if (isFolded && open?.isFolded) open.to += HOUR
    else
      bands.push({ from: hour * HOUR, to: (hour + 1) * HOUR, px: isFolded ? FOLDED_PX : HOUR_PX, isFolded })
  }
  return bands
}

/** The distance of this minute from the first hour, in px. */
export const topOf = (bands: readonly Band[], minute: number): number =>
  bands.reduce(
    (top, { from, to, px }) => top + (Math.min(Math.max(minute - from, 0), to - from) / (to - from)) * px,
    0,
  )

/** The minute at this distance from the first hour, in px; null in folded hours or below the last one. */
export function minuteAt(bands: readonly Band[], y: number): number | null {
  let top = 0
  for (const { from, to, px, isFolded } of bands) {
    if (y < top + px) return isFolded ? null : from + ((y - top) / px) * (to - from)
    top += px
  }
  return null
}

const QUARTER = 15

/** When a slot may begin in each drawn hour: its beginning, or the first quarter after `entries`, which are by time. */
export function freeMinutes(bands: readonly Band[], entries: readonly Entry[]): number[] {
  const spans = entries.map(spanOf)
  return bands.flatMap(({ from, to, isFolded }) => {
    if (isFolded) return []
    const free = spans.reduce((start, span) => (span.from <= start ? Math.max(start, span.to) : start), from)
    const start = Math.ceil(free / QUARTER) * QUARTER
    return start < to ? [start] : []
  })
}

/** '07:30' */
export const timeAt = (minute: number): string =>
  [Math.floor(minute / HOUR), minute % HOUR].map((part) => String(part).padStart(2, '0')).join(':')

const weekday = dateFormatter({ weekday: 'long', timeZone: 'UTC' })

/**
 * 'Copiar horários livres': the coming free hours at which there is no lesson, a line for each day; '' without any.
 *
 * @param beside of the days before and after, whose lessons may go on after midnight or begin before an hour ends.
 */
export function freeHoursText(
  occurrences: readonly Occurrence[],
  now: Date,
  beside: readonly Occurrence[] = [],
): string {
  const free = occurrences
    .filter(
      (each) =>
        stateOf(each, now) === 'free' &&
        !hasBegun(each, now) &&
        ![...occurrences, ...beside].some((other) => isLesson(other) && overlaps(each, other)),
    )
    .toSorted(byStart)
  const days = [...new Set(free.map(({ day }) => day))]
  const lines = days.map((day) => {
    const hours = free.filter((each) => each.day === day).map(timesOf)
    const times = hours.map(({ start, end }) => `${start}–${end}`).join(', ')
    return `${weekday(inUTC(day))}, ${shortDay(day)}: ${times}`
  })
  return lines.length === 0 ? '' : ['Horários livres:', ...lines].join('\n')
}
