import { describe, expect, it } from 'vitest'
import { formatDay, formatShortDay, formatShortWeekday, formatWeek } from '@/agenda/days'
import { blockOf, daysFrom, keptDays } from '@/agenda/rules'
import { addDays } from '@/core/dates'

const today = '2026-11-22'

describe('the days of the agenda', () => {
  it('are read in blocks of six weeks; the one of today is what the device keeps', () => {
    expect(blockOf(today, today)).toEqual(keptDays(today))
    expect(blockOf('2026-12-20', today)).toEqual(keptDays(today))
    expect(blockOf('2026-12-21', today)).toEqual({ from: '2026-12-21', to: '2027-01-31' })
    expect(blockOf('2026-11-08', today)).toEqual({ from: '2026-09-28', to: '2026-11-08' })
  })

  it('every day is in its own block', () => {
    for (let shift = -200; shift < 200; shift += 3) {
      const day = addDays(today, shift)
      const { from, to } = blockOf(day, today)
      expect(from <= day && day <= to && to === addDays(from, 41)).toBe(true)
    }
  })

  it('are written as people say them', () => {
    expect(daysFrom('2026-11-30').map(formatShortWeekday)).toEqual([
      'seg',
      'ter',
      'qua',
      'qui',
      'sex',
      'sáb',
      'dom',
    ])
    expect(formatDay('2026-11-23')).toBe('segunda-feira, 23 de novembro')
    expect(formatShortDay('2026-11-25')).toBe('qua, 25/11')
    expect(['2026-11-23', '2026-11-30', '2026-12-28'].map((monday) => formatWeek(monday, today))).toEqual([
      '23 – 29 nov',
      '30 nov – 6 dez',
      '28 dez – 3 jan 2027',
    ])
  })
})
