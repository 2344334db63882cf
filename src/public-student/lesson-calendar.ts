import { epochOf } from '@/agenda/zone'
import type { PlannedLesson } from '@/agreement/planned'
import { digestOf } from '@/core/ids'
import type { Instant } from '@/core/model'

/**
 * Planned lessons as a calendar file (RFC 5545). A lesson keeps its UID, so a calendar that compares UIDs adds it once
 * even if the file is opened twice. People share calendars, so the UID is a hash that does not reveal the student's
 * link.
 */
export async function lessonCalendar(
  lessons: readonly Pick<PlannedLesson, 'starts_at' | 'minutes' | 'club'>[],
  { link, title, now }: { link: string; title: string; now: Date },
): Promise<string> {
  const events = lessons.map(async ({ starts_at: start, minutes, club }) => {
    const begin = epochOf(start)
    return [
      'BEGIN:VEVENT',
      `UID:${await digestOf(`${link} ${begin}`)}`,
      `DTSTAMP:${utc(now.getTime())}`,
      `DTSTART:${utc(begin)}`,
      `DTEND:${utc(begin + minutes * 60_000)}`,
      `SUMMARY:${text(title)}`,
      ...(club === null ? [] : [`LOCATION:${text(club)}`]),
      'END:VEVENT',
    ]
  })
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Voleio//Aulas//PT',
    ...(await Promise.all(events)).flat(),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

/** '20261124T100000Z' */
const utc = (time: number): Instant => `${new Date(time).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`

/** Replaces control characters and line breaks, which could begin a property, by spaces. */
const text = (value: string): string =>
  value.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').replaceAll(/[\\;,]/g, String.raw`\$&`)

const encoder = new TextEncoder()

/** Folds after at most 75 octets, never within a character; continuation lines begin with a space. */
function folded(line: string): string {
  let result = ''
  let width = 0
  for (const letter of line) {
    const octets = encoder.encode(letter).length
    if (width + octets > 75) {
      result += '\r\n '
      width = 1
    }
    result += letter
    width += octets
  }
  return result
}
