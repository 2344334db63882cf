/** How dates and times are typed: dd/mm/aaaa and 24 hours, with digits alone, as on a phone's number pad. */

export type DateType = 'date' | 'time' | 'datetime-local'

/** The digits of each part, and the separator after it. */
const PARTS: Record<DateType, readonly (readonly [digits: number, after: string])[]> = {
  date: [
    [2, '/'],
    [2, '/'],
    [4, ''],
  ],
  time: [
    [2, ':'],
    [2, ''],
  ],
  'datetime-local': [
    [2, '/'],
    [2, '/'],
    [4, ' '],
    [2, ':'],
    [2, ''],
  ],
}
const STORED: Record<DateType, RegExp> = {
  date: /^\d{4}-\d\d-\d\d$/,
  time: /^\d\d:\d\d$/,
  'datetime-local': /^\d{4}-\d\d-\d\dT\d\d:\d\d$/,
}

/** Whether it is complete, as the browser's own inputs have it: 'YYYY-MM-DD', 'HH:mm', 'YYYY-MM-DDTHH:mm'. */
export const isStored = (type: DateType, value: string): boolean => STORED[type].test(value)

/** Formats a complete value as 'dd/mm/aaaa hh:mm'; an incomplete one stays as typed. */
export function textOf(type: DateType, value: string): string {
  if (type === 'time' || !isStored(type, value)) return value
  const day = `${value.slice(8, 10)}/${value.slice(5, 7)}/${value.slice(0, 4)}`
  return type === 'date' ? day : `${day} ${value.slice(11)}`
}

/** The value of a typed text. An incomplete text stays as typed, so that the form refuses it. */
export function storedOf(type: DateType, text: string): string {
  if (type === 'time') return text
  const [, day, month, year, hour] = /^(\d\d)\/(\d\d)\/(\d{4})(?: (\d\d:\d\d))?$/.exec(text) ?? []
  const value = `${year}-${month}-${day}${hour === undefined ? '' : `T${hour}`}`
  return isStored(type, value) ? value : text
}

/** Adds separators: '2511' becomes '25/11/', '5/3' '05/3'. Not after a deletion: a deleted one would come back. */
export function masked(type: DateType, text: string, isLonger: boolean): string {
  if (isUnsure(text)) return text
  // A copied text may begin with a space, or with the weekday.
  let rest = text.replace(/^\D+/, '')
  const [, day, month, colon, hour = colon] =
    (type === 'datetime-local' && HOUR_WITHOUT_YEAR.exec(rest)) || []
  if (day && month && hour) return `${two(day)}/${two(month)} ${masked('time', hour, isLonger)}`
  let out = ''
  for (const [digits, after] of PARTS[type]) {
    const part = /^\d*/.exec(rest)?.[0].slice(0, digits) ?? ''
    rest = rest.slice(part.length)
    const left = rest.replace(/^\D+/, '')
    const isEnded = part !== '' && (left !== rest || left !== '')
    // '22/11 10:00' where a day is asked for: what is after the day is refused, not made a year.
    if (type === 'date' && digits === 4 && part.length < 4 && /\d/.test(left)) return text
    out += isEnded && digits === 2 ? two(part) : part
    if (after !== '' && (isEnded || (isLonger && part.length === digits))) out += after
    rest = left
    if (part.length < digits && !isEnded) break
  }
  return out
}

/** '22/11 10:00', '22/11 10.15': the colon, or space and dot, say that the third number is no year. */
const HOUR_WITHOUT_YEAR = /^(\d\d?)\D+(\d\d?)(?:\D+(\d\d?[:h].*)|\D*\s(\d\d?\.\d\d.*))$/i

/** Words after a digit that change nothing. Typed by keys, of 'h' and 'm' the mask may have made a colon. */
const PLAIN_WORD = /^(h?(ora)?s?|[aà]s|m?(in)?|(seg|ter|qua|qui|sex|s[aá]b|dom)\p{L}*|feira)$/iu

/** '9h-10h' and '22/11 9-10' */
const TWO_HOURS = /\dh(.*h|\s*[^\s\d:].*\d)|\d\s+\d+\s*[-–]\s*\d+$/i

/** Two hours, or another word after a digit, as in '2:30 PM'. Such a text is refused. */
const isUnsure = (text: string) =>
  TWO_HOURS.test(text) ||
  text
    .replace(/^\D+/, '')
    .match(/\p{L}+/gu)
    ?.some((word) => !PLAIN_WORD.test(word))

/**
 * '22/11 10.30', of which the mask makes '22/11/10 30': two numbers after the month are hour and minutes if they can
 * be. Minutes have two digits, so '5/3/23 9' is 9:00 of a day of 2023.
 */
const isHour = ([, , hour = '', minutes = '', ...more]: string[]) =>
  more.length === 0 && minutes.length === 2 && Number(hour) < 24

const two = (part: string) => part.padStart(2, '0')

/** Completes what was left out: this year, the century, the minutes of a full hour. */
export function completed(type: DateType, text: string, year: string): string {
  if (isUnsure(text)) return text
  const parts = text.split(/\D+/).filter(Boolean)
  const saysHour = HOUR_WITHOUT_YEAR.test(text)
  if (type === 'datetime-local' && (saysHour || isHour(parts))) {
    const [, , third, fourth] = parts
    // '5/3/23 10' may be ten o'clock of 2023, too; '22/11 10.00' is no midnight of 2010.
    if (!saysHour && third?.length === 2 && fourth !== '00' && Number(fourth) < 24) return text
    parts.splice(2, 0, year)
  }
  const [first = '', second, given = year, hour, minutes = '00'] = parts
  if (type === 'time') return first === '' ? text : `${two(first)}:${two(second ?? '00')}`
  if (second === undefined || (type === 'date' && parts.length > 3)) return text
  const day = `${two(first)}/${two(second)}/${given.length === 2 ? `20${given}` : given}`
  return hour === undefined ? day : `${day} ${two(hour)}:${two(minutes)}`
}
