import { describe, expect, it } from 'vitest'
import {
  addDays,
  dayBounds,
  daysBetween,
  formatReadAt,
  formatDate,
  formatDateTime,
  formatLongDate,
  formatMonth,
  fromDateTimeInput,
  greeting,
  isLocalDate,
  localDayOf,
  monthStart,
  parseLocalDate,
  toDateTimeInput,
  toLocalDate,
} from '@/core/dates'
import { travelTo } from '../../support/travel'

describe.each([
  // At 22:30 in São Paulo, UTC already has the next day; at 22:30 in Tokyo, UTC has the same day.
  { zone: 'America/Sao_Paulo', instant: '2026-12-01T01:30:00Z', start: '2026-11-30T03:00:00.000Z' },
  { zone: 'Asia/Tokyo', instant: '2026-11-30T13:30:00Z', start: '2026-11-29T15:00:00.000Z' },
])('at 22:30 of 30/11/2026 in $zone', ({ zone, instant, start }) => {
  it('today is the coach’s day', () => {
    travelTo(zone)
    expect(toLocalDate(new Date(instant))).toBe('2026-11-30')
    expect(localDayOf(instant)).toBe('2026-11-30')
  })

  it('this month is the coach’s month', () => {
    travelTo(zone)
    expect(monthStart(new Date(instant))).toBe('2026-11-01')
  })

  it('the day runs from local midnight to local midnight', () => {
    travelTo(zone)
    const bounds = dayBounds(new Date(instant))
    expect(bounds.start).toBe(start)
    expect(Date.parse(bounds.end) - Date.parse(bounds.start)).toBe(86_400_000)
  })

  it("an instant is shown in the device's time zone", () => {
    travelTo(zone)
    expect(formatDateTime(instant)).toBe('30/11/2026 às 22:30')
    expect(formatLongDate(instant)).toBe('segunda-feira, 30 de novembro de 2026')
    expect(toDateTimeInput(new Date(instant))).toBe('2026-11-30T22:30')
    expect(fromDateTimeInput('2026-11-30T22:30')).toBe(new Date(instant).toISOString())
  })

  it('a day without a time stays the same day', () => {
    travelTo(zone)
    expect(formatDate('2026-11-30')).toBe('30/11/2026')
    expect(formatLongDate('2026-11-30')).toBe('segunda-feira, 30 de novembro de 2026')
    expect(formatMonth('2026-03')).toBe('março de 2026')
    expect(toLocalDate(parseLocalDate('2026-11-30'))).toBe('2026-11-30')
  })
})

it('the first day of summer time has 23 hours, and counts as one day', () => {
  travelTo('America/New_York')
  const bounds = dayBounds(new Date('2026-03-08T17:00:00Z'))
  expect(Date.parse(bounds.end) - Date.parse(bounds.start)).toBe(23 * 3_600_000)
  expect(daysBetween('2026-03-07', '2026-03-09')).toBe(2)
  expect(addDays('2026-03-07', 1)).toBe('2026-03-08')
})

it('a day without a midnight is parsed at noon', () => {
  travelTo('America/Sao_Paulo')
  // Brazil's clocks skipped 00:00 on that day.
  expect(toLocalDate(parseLocalDate('2018-11-04'))).toBe('2018-11-04')
})

it.each([
  ['2026-02-28', 1, '2026-03-01'],
  ['2028-02-28', 1, '2028-02-29'],
  ['2026-12-31', 30, '2027-01-30'],
  ['2026-11-21', 0, '2026-11-21'],
  ['2026-01-01', -1, '2025-12-31'],
])('%s plus %i days is %s', (day, days, expected) => {
  expect(addDays(day, days)).toBe(expected)
  expect(daysBetween(day, expected)).toBe(days)
})

it.each(['', '2026-02-30', '2026-13-01', '21/11/2026', '2026-11-21T10:00', 'hoje'])(
  "'%s' is no day",
  (text) => {
    expect(isLocalDate(text)).toBe(false)
    expect(() => parseLocalDate(text)).toThrow(RangeError)
  },
)

it.each(['0000-01-01', '9999-12-31'])("'%s' is no day to open a screen with", (text) => {
  expect(isLocalDate(text)).toBe(false)
})

it.each(['', '2026-11-21', '2026-02-30T10:00', '2026-11-21T24:00', '2026-11-21T10:60'])(
  "'%s' is no date and time",
  (text) => {
    expect(fromDateTimeInput(text)).toBeNull()
  },
)

it.each([
  ['2026-11-21T14:32', 'hoje, 14:32'],
  ['2026-11-21T00:00', 'hoje, 00:00'],
  ['2026-11-20T18:05', 'ontem, 18:05'],
  ['2026-11-19T18:05', '19/11, 18:05'],
  ['2025-11-21T09:00', '21/11/2025, 09:00'],
])('at 2026-11-21 15:00 data of %s is as of "%s"', (moment, expected) => {
  travelTo('America/Sao_Paulo')
  expect(formatReadAt(new Date(moment), new Date('2026-11-21T15:00'))).toBe(expected)
})

it.each([
  [4, 'Boa noite'],
  [5, 'Bom dia'],
  [11, 'Bom dia'],
  [12, 'Boa tarde'],
  [17, 'Boa tarde'],
  [18, 'Boa noite'],
])('at %i o’clock people say %s', (hour, said) => {
  expect(greeting(new Date(2026, 10, 21, hour))).toBe(said)
})
