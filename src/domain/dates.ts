import type { Instant, LocalDate } from './model'

/**
 * Days and instants. A day without a time stays a 'YYYY-MM-DD' string all the way: as a Date it would be an
 * instant, and an instant is another day elsewhere. Formatting uses Intl, so no locale data is bundled.
 */

const LOCAL_DATE = /^\d{4}-\d{2}-\d{2}$/
const DAY_MS = 86_400_000

const pad = (value: number, length = 2): string => String(value).padStart(length, '0')

/** In UTC over a day's own midnight in UTC, so that no time zone can move it. */
const longDate = new Intl.DateTimeFormat('pt-BR', {
  timeZone: 'UTC',
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
})

function parts(day: LocalDate): { year: number; month: number; date: number } {
  if (!isLocalDate(day)) throw new RangeError(`Not a calendar day: '${day}'`)
  return { year: Number(day.slice(0, 4)), month: Number(day.slice(5, 7)), date: Number(day.slice(8, 10)) }
}

/** Days since 1970, counted in UTC, where every day has 24 hours. */
function dayNumber(day: LocalDate): number {
  const { year, month, date } = parts(day)
  return Date.UTC(year, month - 1, date) / DAY_MS
}

/** True for a 'YYYY-MM-DD' text that names a day of the calendar (so not 2026-02-30). */
export function isLocalDate(text: string): boolean {
  if (!LOCAL_DATE.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

/** The calendar day of an instant on this device ('today' is the coach's local day). */
export function toLocalDate(date: Date): LocalDate {
  return `${pad(date.getFullYear(), 4)}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`
}

/** The calendar day on this device of an instant as PostgREST writes it. */
export function localDayOf(instant: Instant): LocalDate {
  return toLocalDate(new Date(instant))
}

/**
 * The day as a Date at local noon, for pickers and Intl. Noon, because midnight does not exist on the days on
 * which some places start summer time. Throws RangeError for a text that is not a day.
 */
export function parseLocalDate(day: LocalDate): Date {
  const { year, month, date } = parts(day)
  return new Date(year, month - 1, date, 12)
}

/** The day that lies `days` after (negative: before) the given one. Throws RangeError for a text that is not a day. */
export function addDays(day: LocalDate, days: number): LocalDate {
  return new Date((dayNumber(day) + days) * DAY_MS).toISOString().slice(0, 10)
}

/** Whole days from one day to another: 0 on the same day, negative when `to` is earlier. */
export function daysBetween(from: LocalDate, to: LocalDate): number {
  return dayNumber(to) - dayNumber(from)
}

/** 'dd/MM/yyyy', from a day as it is or from an instant in the device's time zone. */
export function formatDate(value: LocalDate): string {
  const day = LOCAL_DATE.test(value) ? value : localDayOf(value)
  return `${day.slice(8, 10)}/${day.slice(5, 7)}/${day.slice(0, 4)}`
}

/** 'sexta-feira, 20 de novembro de 2026' (spec §2: the long date of a session card), from a day or an instant. */
export function formatLongDate(value: LocalDate): string {
  return longDate.format(dayNumber(LOCAL_DATE.test(value) ? value : localDayOf(value)) * DAY_MS)
}

/** 'HH:mm' on this device. */
export function formatTime(instant: Instant): string {
  const date = new Date(instant)
  return `${pad(date.getHours())}:${pad(date.getMinutes())}`
}

/** 'dd/MM/yyyy às HH:mm' on this device. */
export function formatDateTime(instant: Instant): string {
  return `${formatDate(localDayOf(instant))} às ${formatTime(instant)}`
}

/** The value of a datetime-local input: 'YYYY-MM-DDTHH:mm' on this device. */
export function toDateTimeInput(date: Date): string {
  return `${toLocalDate(date)}T${pad(date.getHours())}:${pad(date.getMinutes())}`
}

/** The instant that a datetime-local input names on this device; null when it names none. */
export function fromDateTimeInput(text: string): Instant | null {
  const [, day, hours, minutes] =
    /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2})(?::\d{2}(?:\.\d+)?)?$/.exec(text) ?? []
  if (!day || !isLocalDate(day) || Number(hours) > 23 || Number(minutes) > 59) return null
  const { year, month, date } = parts(day)
  return new Date(year, month - 1, date, Number(hours), Number(minutes)).toISOString()
}

/** The instants [start, end) of the device's day at `now`: a day of 23 or 25 hours too. */
export function dayBounds(now: Date): { start: Instant; end: Instant } {
  const [year, month, date] = [now.getFullYear(), now.getMonth(), now.getDate()]
  return {
    start: new Date(year, month, date).toISOString(),
    end: new Date(year, month, date + 1).toISOString(),
  }
}

/** The first day of the device's month at `now`. */
export function monthStart(now: Date): LocalDate {
  return `${toLocalDate(now).slice(0, 8)}01`
}

/** How people greet each other at this hour of the device's day. */
export function greeting(now: Date): 'Bom dia' | 'Boa tarde' | 'Boa noite' {
  const hour = now.getHours()
  if (hour >= 5 && hour < 12) return 'Bom dia'
  return hour >= 12 && hour < 18 ? 'Boa tarde' : 'Boa noite'
}
