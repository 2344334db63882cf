import { add } from 'date-fns/add'
import { differenceInCalendarDays } from 'date-fns/differenceInCalendarDays'
import { formatISO } from 'date-fns/formatISO'
import { isValid } from 'date-fns/isValid'
import { lightFormat } from 'date-fns/lightFormat'
import { parseISO } from 'date-fns/parseISO'
import { setHours } from 'date-fns/setHours'
import { startOfDay } from 'date-fns/startOfDay'
import { startOfMonth } from 'date-fns/startOfMonth'
import { dateFormatter } from './formatters'
import type { Instant, LocalDate } from './model'

/**
 * Days and instants. A day without a time stays a 'YYYY-MM-DD' string, because a Date would shift with the time zone.
 * Formatting uses Intl, so no locale data is bundled.
 */

const LOCAL_DATE = /^\d{4}-\d{2}-\d{2}$/

/** They format what `inUTC` gives, so that no time zone shifts the day. */
const monthName = dateFormatter({ month: 'long', year: 'numeric', timeZone: 'UTC' })
const longDate = dateFormatter({ dateStyle: 'full', timeZone: 'UTC' })

const isDay = (text: string) => LOCAL_DATE.test(text) && isValid(parseISO(text))

/**
 * True for a typed 'YYYY-MM-DD' that exists in the calendar (2026-02-30 does not). The weeks around a day of the year 0
 * or 9999, which an address may name, have days that are no 'YYYY-MM-DD'.
 */
export const isLocalDate = (text: string): boolean => /^[12]/.test(text) && isDay(text)

/** The local day of an instant on this device. */
export const toLocalDate = (date: Date): LocalDate => formatISO(date, { representation: 'date' })

/** Like `toLocalDate`, for an instant as PostgREST writes it. */
export const localDayOf = (instant: Instant): LocalDate => toLocalDate(new Date(instant))

/**
 * The day as a Date at local noon, for arithmetic and Intl. Noon, because midnight does not exist where summer time
 * starts at 0:00. Throws RangeError if the text is not a day.
 */
export function parseLocalDate(day: LocalDate): Date {
  if (!isDay(day)) throw new RangeError(`Not a calendar day: '${day}'`)
  return setHours(parseISO(day), 12)
}

/**
 * The day for a formatter that writes in UTC. One in the device's zone keeps the zone in which it was made, and would
 * write the day before once the device has travelled far enough.
 */
export const inUTC = (day: LocalDate): Date => new Date(`${day}T12:00:00Z`)

/** The day `days` later (earlier if negative). Throws RangeError if the text is not a day. */
export const addDays = (day: LocalDate, days: number): LocalDate =>
  toLocalDate(add(parseLocalDate(day), { days }))

/** Whole days between two days; negative when `to` is earlier. */
export const daysBetween = (from: LocalDate, to: LocalDate): number =>
  differenceInCalendarDays(parseLocalDate(to), parseLocalDate(from))

/** A day, or the day of an instant in the device's time zone. */
const dayOf = (value: string): LocalDate => (LOCAL_DATE.test(value) ? value : localDayOf(value))

/** 'dd/MM/yyyy', from a day or an instant. */
export function formatDate(value: string): string {
  const day = dayOf(value)
  return `${day.slice(8, 10)}/${day.slice(5, 7)}/${day.slice(0, 4)}`
}

/** 'sexta-feira, 20 de novembro de 2026', from a day or an instant. */
export const formatLongDate = (value: string): string => longDate(inUTC(dayOf(value)))

/** '30/11' */
export const shortDay = (day: LocalDate): string => formatDate(day).slice(0, 5)

/** '30/11', or '30/11/2025' for another year than that of `today`. */
export const dayInYear = (day: LocalDate, today: LocalDate): string =>
  day.slice(0, 4) === today.slice(0, 4) ? shortDay(day) : formatDate(day)

/** 'novembro de 2026', from 'YYYY-MM'. */
export const formatMonth = (month: string): string => monthName(inUTC(`${month}-01`))

/** 'HH:mm' on this device. */
export const formatTime = (instant: Instant): string => lightFormat(new Date(instant), 'HH:mm')

/** 'dd/MM/yyyy às HH:mm' on this device. */
export const formatDateTime = (instant: Instant): string => `${formatDate(instant)} às ${formatTime(instant)}`

/** Says when data was read: 'hoje, 14:32', 'ontem, 18:05', '19/11, 18:05'; with the year if it is another year. */
export function formatReadAt(moment: Date, now: Date): string {
  const day = toLocalDate(moment)
  const today = toLocalDate(now)
  return `${wordsOf(day, today)}, ${lightFormat(moment, 'HH:mm')}`
}

function wordsOf(day: LocalDate, today: LocalDate): string {
  if (day === today) return 'hoje'
  if (day === addDays(today, -1)) return 'ontem'
  return dayInYear(day, today)
}

/** The value of a datetime-local input: 'YYYY-MM-DDTHH:mm' on this device. */
export const toDateTimeInput = (date: Date): string => lightFormat(date, "yyyy-MM-dd'T'HH:mm")

/** The instant of a datetime-local input; null when it is empty or invalid. */
export function fromDateTimeInput(text: string): Instant | null {
  if (!/^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):\d{2}/.test(text)) return null
  const date = parseISO(text)
  return isValid(date) ? date.toISOString() : null
}

/** The instants [start, end) of the device's day at `now`, also for days of 23 or 25 hours. */
export const dayBounds = (now: Date): { start: Instant; end: Instant } => ({
  start: startOfDay(now).toISOString(),
  end: startOfDay(add(now, { days: 1 })).toISOString(),
})

/** The first day of the current month on the device. */
export const monthStart = (now: Date): LocalDate => toLocalDate(startOfMonth(now))

/** The greeting for the local hour. */
export function greeting(now: Date): 'Bom dia' | 'Boa tarde' | 'Boa noite' {
  const hour = now.getHours()
  if (hour >= 5 && hour < 12) return 'Bom dia'
  return hour >= 12 && hour < 18 ? 'Boa tarde' : 'Boa noite'
}
