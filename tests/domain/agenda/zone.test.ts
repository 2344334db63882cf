import { describe, expect, expectTypeOf, it, vi } from 'vitest'
import { endOf } from '@/agenda/rules'
import { moveSchema } from '@/agenda/slot.schema'
import { dayIn, dayOf, instantIn, minuteOf, placeOf, timeOf, type AgendaTime } from '@/agenda/zone'
import type { Instant } from '@/core/model'

const endTime = (zone: string, instant: Instant, minutes: number) =>
  timeOf(endOf({ starts_at: { zone, instant }, minutes }))

describe('local times of the agenda', () => {
  it.each([
    ['America/Sao_Paulo', '2026-11-23', '08:00', '2026-11-23T11:00:00.000Z'],
    ['America/Sao_Paulo', '2026-11-23', '22:30', '2026-11-24T01:30:00.000Z'],
    ['Asia/Tokyo', '2026-11-23', '08:00', '2026-11-22T23:00:00.000Z'],
    ['UTC', '2026-11-23', '00:00', '2026-11-23T00:00:00.000Z'],
    // The day on which summer time begins, and the day before.
    ['Europe/Lisbon', '2026-03-29', '08:00', '2026-03-29T07:00:00.000Z'],
    ['Europe/Lisbon', '2026-03-28', '08:00', '2026-03-28T08:00:00.000Z'],
  ])('in %s, %s %s is %s, and back', (zone, day, time, instant) => {
    expect(instantIn(zone, day, time)).toBe(instant)
    expect([dayOf({ zone, instant }), timeOf({ zone, instant })]).toEqual([day, time])
  })

  it.each([
    // A local time that the change of clocks leaves out: one hour later.
    ['Europe/Lisbon', '2026-03-29', '01:30', '2026-03-29T01:30:00.000Z', '02:30'],
    ['America/New_York', '2026-03-08', '02:30', '2026-03-08T07:30:00.000Z', '03:30'],
    ['America/Santiago', '2026-09-06', '00:30', '2026-09-06T04:30:00.000Z', '01:30'],
    // A local time that happens twice: the later one.
    ['Europe/Lisbon', '2026-10-25', '01:30', '2026-10-25T01:30:00.000Z', '01:30'],
    ['America/New_York', '2026-11-01', '01:30', '2026-11-01T06:30:00.000Z', '01:30'],
    ['America/Santiago', '2026-04-04', '23:30', '2026-04-05T03:30:00.000Z', '23:30'],
  ])('when clocks change in %s, %s %s is %s', (zone, day, time, instant, told) => {
    expect(instantIn(zone, day, time)).toBe(instant)
    expect([dayOf({ zone, instant }), timeOf({ zone, instant })]).toEqual([day, told])
  })

  it('a lesson takes its minutes, also while clocks change', () => {
    expect(endTime('America/New_York', '2026-11-01T05:30:00Z', 60)).toBe('01:30')
    expect(endTime('America/New_York', '2026-03-08T06:30:00Z', 60)).toBe('03:30')
    expect(endTime('America/Santiago', '2026-04-05T01:30:00Z', 120)).toBe('23:30')
  })

  it('are not taken by what tells the time of the device', () => {
    expectTypeOf<AgendaTime>().not.toExtend<Instant>()
  })

  it('are of a day of that zone', () => {
    const now = new Date('2026-11-23T23:30:00Z')
    expect([dayIn('America/Sao_Paulo', now), dayIn('Asia/Tokyo', now)]).toEqual(['2026-11-23', '2026-11-24'])
  })

  it('are the same in a browser that writes the dates of a locale in another order', () => {
    const formats: { readonly format: unknown } = Intl.DateTimeFormat.prototype
    vi.spyOn(formats, 'format', 'get').mockReturnValue(() => '11/23/26, 20:30')
    const time = { zone: 'America/Belem', instant: '2026-11-23T23:30:00Z' }
    expect([dayOf(time), timeOf(time)]).toEqual(['2026-11-23', '20:30'])
    vi.restoreAllMocks()
  })

  it('are counted in minutes', () => {
    expect(minuteOf('23:30')).toBe(1410)
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
    { day: '31/02/2026', time: '07:30' },
    { day: '2026-11-24', time: '' },
    { day: '2026-11-24', time: '24:00' },
  ].map((values) => moveSchema.safeParse(values).error?.issues[0]?.message)
  expect(refused).toEqual([
    'Data é obrigatória',
    'Data inválida',
    'Data inválida',
    'Horário é obrigatório',
    'Hora inválida',
  ])
})
