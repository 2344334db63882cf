import { add } from 'date-fns/add'
import { differenceInCalendarDays } from 'date-fns/differenceInCalendarDays'
import { lightFormat } from 'date-fns/lightFormat'
import { formatISO } from 'date-fns/formatISO'
import { isValid } from 'date-fns/isValid'
import { parseISO } from 'date-fns/parseISO'
import { setHours } from 'date-fns/setHours'
import { startOfDay } from 'date-fns/startOfDay'
import { startOfMonth } from 'date-fns/startOfMonth'
import type { Instant, LocalDate } from './model'

/**
 * Days and instants. A day without a time stays a 'YYYY-MM-DD' string all the way: as a Date it would be an
 * instant, and an instant is another day elsewhere. Formatting uses Intl, so no locale data is bundled.
 */

const LOCAL_DATE = /^\d{4}-\d{2}-\d{2}$/

/** In UTC over a day's own midnight in UTC, so that no time zone can move it. */
const monthName = new Intl.DateTimeFormat('pt-BR', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const longDate = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'full', timeZone: 'UTC' })

/** True for a 'YYYY-MM-DD' text that names a day of the calendar (so not 2026-02-30). */
export function isLocalDate(text: string): boolean {
  return LOCAL_DATE.test(text) && isValid(parseISO(text))
}

/** The calendar day of an instant on this device ('today' is the coach's local day). */
export function toLocalDate(date: Date): LocalDate {
  return formatISO(date, { representation: 'date' })
}

/** The calendar day on this device of an instant as PostgREST writes it. */
export function localDayOf(instant: Instant): LocalDate {
  return toLocalDate(new Date(instant))
}

/**
 * The day as a Date at local noon, for arithmetic and Intl. Noon, because midnight does not exist on the days on
 * which some places start summer time. Throws RangeError for a text that is not a day.
 */
export function parseLocalDate(day: LocalDate): Date {
  if (!isLocalDate(day)) throw new RangeError(`Not a calendar day: '${day}'`)
  return setHours(parseISO(day), 12)
}

/** The day that lies `days` after (negative: before) the given one. Throws RangeError for a text that is not a day. */
export function addDays(day: LocalDate, days: number): LocalDate {
  return toLocalDate(add(parseLocalDate(day), { days }))
}

/** Whole days from one day to another: 0 on the same day, negative when `to` is earlier. */
export function daysBetween(from: LocalDate, to: LocalDate): number {
  return differenceInCalendarDays(parseLocalDate(to), parseLocalDate(from))
}

/** 'dd/MM/yyyy', from a day as it is or from an instant in the device's time zone. */
export function formatDate(value: LocalDate): string {
  const day = LOCAL_DATE.test(value) ? value : localDayOf(value)
  return `${day.slice(8, 10)}/${day.slice(5, 7)}/${day.slice(0, 4)}`
}

/** 'sexta-feira, 20 de novembro de 2026' (spec §2: the long date of a session card), from a day or an instant. */
export function formatLongDate(value: LocalDate): string {
  return longDate.format(parseISO(`${LOCAL_DATE.test(value) ? value : localDayOf(value)}T00:00:00Z`))
}

/** 'novembro de 2026', from 'YYYY-MM'. */
export function formatMonth(month: string): string {
  return monthName.format(parseISO(`${month}-01T00:00:00Z`))
}

/** 'HH:mm' on this device. */
export function formatTime(instant: Instant): string {
  return lightFormat(new Date(instant), 'HH:mm')
}

/** 'dd/MM/yyyy às HH:mm' on this device. */
export function formatDateTime(instant: Instant): string {
  return `${formatDate(localDayOf(instant))} às ${formatTime(instant)}`
}

/**
 * When something was last true, for people: 'hoje, 14:32', 'ontem, 18:05', '19/11, 18:05', and with the year when it is
 * another one.
 */
export function formatReadAt(moment: Date, now: Date): string {
  const day = toLocalDate(moment)
  const today = toLocalDate(now)
  const written = formatDate(day)
  const sameYear = day.slice(0, 4) === today.slice(0, 4)
  const words =
    day === today ? 'hoje' : day === addDays(today, -1) ? 'ontem' : sameYear ? written.slice(0, 5) : written
  return `${words}, ${lightFormat(moment, 'HH:mm')}`
}

/** The value of a datetime-local input: 'YYYY-MM-DDTHH:mm' on this device. */
export function toDateTimeInput(date: Date): string {
  return lightFormat(date, "yyyy-MM-dd'T'HH:mm")
}

/** The instant that a datetime-local input names on this device; null when it names none. */
export function fromDateTimeInput(text: string): Instant | null {
  if (!/^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):\d{2}/.test(text)) return null
  const date = parseISO(text)
  return isValid(date) ? date.toISOString() : null
}

/** The instants [start, end) of the device's day at `now`: a day of 23 or 25 hours too. */
export function dayBounds(now: Date): { start: Instant; end: Instant } {
  return { start: startOfDay(now).toISOString(), end: startOfDay(add(now, { days: 1 })).toISOString() }
}

/** The first day of the device's month at `now`. */
export function monthStart(now: Date): LocalDate {
  return toLocalDate(startOfMonth(now))
}

/** How people greet each other at this hour of the device's day. */
export function greeting(now: Date): 'Bom dia' | 'Boa tarde' | 'Boa noite' {
  const hour = now.getHours()
  if (hour >= 5 && hour < 12) return 'Bom dia'
  return hour >= 12 && hour < 18 ? 'Boa tarde' : 'Boa noite'
}
