import { formatDate } from '@/core/dates'
import type { Instant, LocalDate } from '@/core/model'

/** Local times in the coach's time zone, which may differ from the device's. */

/** The zone that the database assumes until it knows the coach's. */
export const DEFAULT_ZONE = 'America/Sao_Paulo'

const clocks = new Map<string, Intl.DateTimeFormat>()

function clockOf(zone: string): Intl.DateTimeFormat {
  let clock = clocks.get(zone)
  if (!clock) {
    clock = new Intl.DateTimeFormat('en', {
      timeZone: zone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    })
    clocks.set(zone, clock)
  }
  return clock
}

/** 'YYYY-MM-DDTHH:mm' of clocks in the zone. Made of parts: how browsers write a whole 'en-CA' date differs. */
function clockTime(zone: string, now: Date): string {
  const { year, month, day, hour, minute } = Object.fromEntries(
    clockOf(zone)
      .formatToParts(now)
      .map(({ type, value }) => [type, value]),
  )
  return `${year}-${month}-${day}T${hour}:${minute}`
}

/**
 * A moment of the agenda, shown in the agenda's time zone. It is not an `Instant`, so that `formatTime` and
 * `localDayOf`, which use the device's time zone, do not accept it. The code that reads the agenda makes these.
 */
export interface AgendaTime {
  readonly instant: Instant
  /** IANA name. */
  readonly zone: string
}

/** Milliseconds since 1970, to compare with the clock. */
export const epochOf = ({ instant }: AgendaTime): number => Date.parse(instant)

/** 'HH:mm' */
export const timeOf = ({ zone, instant }: AgendaTime): string => clockTime(zone, new Date(instant)).slice(-5)

export const dayOf = ({ zone, instant }: AgendaTime): LocalDate => dayIn(zone, new Date(instant))

/** 'dd/mm/aaaa, HH:mm' */
export const whenOf = (time: AgendaTime): string => `${formatDate(dayOf(time))}, ${timeOf(time)}`

/** 'dd/mm/aaaa às HH:mm' */
export const writtenOf = (time: AgendaTime): string => `${formatDate(dayOf(time))} às ${timeOf(time)}`

/** The local day that clocks in the zone show at this moment. */
export const dayIn = (zone: string, now: Date): LocalDate => clockTime(zone, now).slice(0, 10)

/** This many minutes later, also across a change of clocks. */
export const minutesAfter = (time: AgendaTime, minutes: number): AgendaTime => ({
  ...time,
  instant: new Date(epochOf(time) + minutes * 60_000).toISOString(),
})

/** Minutes since midnight. */
export const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

/** 'São Paulo' from 'America/Sao_Paulo'; the browser's name for the zone is longer, or only an offset. */
export function placeOf(zone: string): string {
  const name = (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')
  return name === 'Sao Paulo' ? 'São Paulo' : name
}

const DAY_MS = 86_400_000

/** The database's rule: a time that summer time skips is an hour later, of one that happens twice the later counts. */
export function instantIn(zone: string, day: LocalDate, time: string): Instant {
  const wanted = Date.parse(`${day}T${time}:00Z`)
  // Clocks change at most once within the two days.
  const guesses = [wanted - DAY_MS, wanted + DAY_MS].map((near) => wanted - (localAsUtc(zone, near) - near))
  const exact = guesses.filter((instant) => localAsUtc(zone, instant) === wanted)
  return new Date(Math.max(...(exact.length > 0 ? exact : guesses))).toISOString()
}

/** What clocks in the zone show at this instant, read as if it were UTC. */
const localAsUtc = (zone: string, instant: number): number =>
  Date.parse(`${clockTime(zone, new Date(instant))}:00Z`)
