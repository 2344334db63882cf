import type { Instant, LocalDate } from '@/domain/shared/model'

/** Local times of the coach's time zone, which need not be the device's. */

/** What the database takes while it knows none. */
export const DEFAULT_ZONE = 'America/Sao_Paulo'

const clocks = new Map<string, Intl.DateTimeFormat>()

function clockOf(zone: string): Intl.DateTimeFormat {
  let clock = clocks.get(zone)
  if (!clock) {
    clock = new Intl.DateTimeFormat('en-CA', {
      timeZone: zone,
      dateStyle: 'short',
      timeStyle: 'short',
      hourCycle: 'h23',
    })
    clocks.set(zone, clock)
  }
  return clock
}

/** 'HH:mm' */
export function timeIn(zone: string, instant: Instant): string {
  return clockOf(zone).format(new Date(instant)).slice(-5)
}

/** Minutes since midnight. */
export function minuteOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
}

const pad = (part: number) => String(part).padStart(2, '0')

/** 'HH:mm' of so many minutes since midnight, also after midnight. */
export function timeOfMinute(minute: number): string {
  return `${pad(Math.floor(minute / 60) % 24)}:${pad(minute % 60)}`
}

/** 'São Paulo', from 'America/Sao_Paulo': what the browser calls it is longer, or an offset. */
export function placeOf(zone: string): string {
  const name = (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')
  return name === 'Sao Paulo' ? 'São Paulo' : name
}

/** The instant of a local time. One that summer time leaves out is an hour later, as in the database. */
export function instantIn(zone: string, day: LocalDate, time: string): Instant {
  const wanted = Date.parse(`${day}T${time}:00Z`)
  let instant = wanted
  // The offset may change between the guess and the answer.
  for (let round = 0; round < 2; round++) instant += wanted - localAsUtc(zone, instant)
  return new Date(instant).toISOString()
}

/** What clocks in the zone show at this instant, read as if it were UTC. */
function localAsUtc(zone: string, instant: number): number {
  const [day = '', time = ''] = clockOf(zone).format(new Date(instant)).split(', ')
  return Date.parse(`${day}T${time}:00Z`)
}
