import { describe, expect, it, test } from 'vitest'
import { freeHoursText, holidaysBetween, sideBySide } from '@/agenda/week/week'
import { HERE, occurrence } from '../../support/world/agenda'

const FRIDAY = '2026-11-20'
const at = (time: string, day = FRIDAY) => new Date(`${day}T${time}:00`)
const lesson = (time: string, minutes = 60, day = FRIDAY) =>
  occurrence({ day, slot_id: time, starts_at: { instant: at(time, day).toISOString(), zone: HERE }, minutes })
const placed = (...times: [string, number?][]) =>
  sideBySide(times.map(([time, minutes]) => lesson(time, minutes))).map(
    ({ occurrence: { slot_id }, column, columns }) => `${slot_id} ${column + 1}/${columns}`,
  )

describe('in a day', () => {
  it('lessons one after the other have the whole width', () => {
    expect(placed(['09:00'], ['08:00'])).toEqual(['08:00 1/1', '09:00 1/1'])
  })

  it('lessons that overlap stand side by side, also through a third one', () => {
    expect(placed(['08:00', 90], ['09:00', 90], ['10:00'], ['11:30'])).toEqual([
      '08:00 1/2',
      '09:00 2/2',
      '10:00 1/2',
      '11:30 1/1',
    ])
  })

  it('two at the same hour have a column each', () => {
    expect(placed(['08:00'], ['08:00'])).toEqual(['08:00 1/2', '08:00 2/2'])
  })
})

const free = (time: string, day = FRIDAY) => ({ ...lesson(time, 60, day), students: [] })

describe('free hours as a text', () => {
  it('are those to come, a line for each day', () => {
    const week = [
      free('18:00', '2026-11-23'),
      free('17:00', '2026-11-23'),
      free('08:00'),
      free('20:00'),
      lesson('19:00'),
      { ...free('21:00'), reason: 'holiday' as const },
    ]
    expect(freeHoursText(week, at('12:00'))).toBe(
      'Horários livres:\nsexta-feira, 20/11: 20:00–21:00\nsegunda-feira, 23/11: 17:00–18:00, 18:00–19:00',
    )
  })

  it("are told in the agenda's time zone, whatever the device's", () => {
    const hour = { ...free('18:00'), starts_at: { instant: '2026-11-23T23:30:00Z', zone: 'Asia/Tokyo' } }
    const text = freeHoursText([{ ...hour, day: '2026-11-24' }], at('12:00'))
    expect(text).toBe('Horários livres:\nterça-feira, 24/11: 08:30–09:30')
  })

  it('are nothing without any', () => {
    expect(freeHoursText([lesson('20:00')], at('12:00'))).toBe('')
  })
})

test('holidays are national and optional ones, over the turn of the year', () => {
  expect(holidaysBetween('2026-11-20', '2027-02-09')).toEqual([
    { day: '2026-11-20', name: 'Dia da Consciência Negra', isOptional: false },
    { day: '2026-12-25', name: 'Natal', isOptional: false },
    { day: '2027-01-01', name: 'Ano novo', isOptional: false },
    { day: '2027-02-09', name: 'Carnaval (terça-feira)', isOptional: true },
  ])
  expect(holidaysBetween('2027-03-28', '2027-03-28')).toEqual([])
})
