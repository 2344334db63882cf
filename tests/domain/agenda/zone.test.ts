import { describe, expect, it } from 'vitest'
import { moveSchema } from '@/domain/agenda/move.schema'
import { instantIn, minuteOf, placeOf, timeIn, timeOfMinute } from '@/domain/agenda/zone'

describe('local times of the agenda', () => {
  it.each([
    ['America/Sao_Paulo', '2026-11-23', '08:00', '2026-11-23T11:00:00.000Z'],
    ['America/Sao_Paulo', '2026-11-23', '22:30', '2026-11-24T01:30:00.000Z'],
    ['Asia/Tokyo', '2026-11-23', '08:00', '2026-11-22T23:00:00.000Z'],
    ['UTC', '2026-11-23', '00:00', '2026-11-23T00:00:00.000Z'],
    // The day on which summer time begins, and the day after.
    ['Europe/Lisbon', '2026-03-29', '08:00', '2026-03-29T07:00:00.000Z'],
    ['Europe/Lisbon', '2026-03-28', '08:00', '2026-03-28T08:00:00.000Z'],
  ])('in %s, %s %s is %s, and back', (zone, day, time, instant) => {
    expect(instantIn(zone, day, time)).toBe(instant)
    expect(timeIn(zone, instant)).toBe(time)
  })

  it('one that summer time leaves out is an hour later, as in the database', () => {
    expect(timeIn('Europe/Lisbon', instantIn('Europe/Lisbon', '2026-03-29', '01:30'))).toBe('02:30')
  })

  it('is counted in minutes, also after midnight', () => {
    expect(minuteOf('23:30')).toBe(1410)
    expect(timeOfMinute(minuteOf('23:30') + 60)).toBe('00:30')
  })

  it('names a zone by its place', () => {
    expect(['America/Sao_Paulo', 'America/Argentina/Buenos_Aires', 'UTC'].map(placeOf)).toEqual([
      'São Paulo',
      'Buenos Aires',
      'UTC',
    ])
  })
})

it('a move names a day and an hour', () => {
  expect(moveSchema.safeParse({ day: '2026-11-24', time: '07:30' }).success).toBe(true)
  const refused = [
    { day: '', time: '07:30' },
    { day: '2101-01-01', time: '07:30' },
    { day: '2026-11-24', time: '' },
  ].map((values) => moveSchema.safeParse(values).error?.issues[0]?.message)
  expect(refused).toEqual(['Data é obrigatória', 'A data deve ser até 31/12/2100', 'Horário é obrigatório'])
})
