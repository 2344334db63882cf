import { describe, expect, test } from 'vitest'
import { candidatesFor, chosenFirst, endsOf, freedPlaces, offerProblem, usualEnd } from '@/openings/rules'
import { occurrence } from '../../support/world/agenda'
import { listedPackage, listedStudent } from '../../support/world/values'

const withCredits = (id: string, expiry_date: string | null, remaining_classes = 3) =>
  listedStudent(id, {
    packages: [listedPackage({ remaining_classes, purchase_date: '2026-01-01', expiry_date })],
  })
const of = (id: string, more: object = {}) => [{ id, name: id, ...more }]
const seats = (...students: object[]) =>
  occurrence({ students: students.map((each, n) => ({ id: String(n), name: String(n), ...each })) })

describe('whom an hour is offered to', () => {
  const hour = occurrence({ students: [{ id: 'marina', name: 'Marina', reply: 'not_coming' }] })
  const at = (time: string, students: Parameters<typeof occurrence>[0] & object) =>
    occurrence({
      slot_id: time,
      starts_at: { ...hour.starts_at, instant: new Date(`2026-11-20T${time}:00`).toISOString() },
      ...students,
    })

  test('those whose credits end soonest, then without an end, then without credits, then by name', () => {
    const students = [
      withCredits('none', '2026-12-01', 0),
      withCredits('late', '2026-12-30'),
      withCredits('endless', null),
      withCredits('soon', '2026-11-25'),
      withCredits('also soon', '2026-11-25'),
      withCredits('over', '2026-11-19'),
    ]
    const found = candidatesFor(hour, students, [hour])
    expect(found.map(({ id }) => id)).toEqual(['also soon', 'soon', 'late', 'endless', 'none', 'over'])
    expect(chosenFirst(found, hour)).toEqual(['also soon', 'soon', 'late', 'endless'])
  })

  test('nobody expected there, inactive, or with another lesson then that was not cancelled or told off', () => {
    const students = ['marina', 'free', 'busy', 'before', 'told', 'skipped'].map((id) => listedStudent(id))
    const away = [listedStudent('gone', { status: 'inactive' })]
    const others = [
      at('12:30', { students: [...of('busy'), ...of('told', { reply: 'not_coming' })] }),
      // This lesson ends when the offered hour begins.
      at('11:00', { students: of('before') }),
      at('12:15', { students: of('skipped'), reason: 'rain' }),
    ]
    const found = candidatesFor(hour, [...students, ...away], [hour, ...others])
    expect(found.map(({ id }) => id)).toEqual(['before', 'free', 'skipped', 'told'])
  })
})

test('as many places as were freed and that nobody took, at least one', () => {
  const not = { reply: 'not_coming' as const }
  expect(freedPlaces(seats({}))).toBe(1)
  expect(freedPlaces(seats(not, not, {}))).toBe(2)
  expect(freedPlaces(seats(not, not, { taken_at: '2026-11-19T12:00:00Z' }))).toBe(1)
  // A taker who gave their place back frees no other place.
  expect(freedPlaces(seats(not, { ...not, taken_at: '2026-11-19T12:00:00Z' }))).toBe(1)
})

test('an offer ends two hours before, or at the start if less remains', () => {
  const { starts_at: start } = occurrence()
  const before = (hours: number) => new Date(Date.parse(start.instant) - hours * 3_600_000)
  const usual = (now: Date) => usualEnd(endsOf(start, now))
  expect(usual(before(30))).toBe(before(2).toISOString())
  expect(usual(before(1.5))).toBe(before(0).toISOString())
  expect(endsOf(start, before(7)).map(({ hours }) => hours)).toEqual([6, 2, 1, 0])
})

test.each([
  [0, 'Escolha a quem oferecer'],
  [1, undefined],
  [200, undefined],
  // The database refused them, and nobody was told why.
  [201, 'Escolha até 200 alunos por vez'],
])('%i students are asked at once, or %s', (count, problem) => {
  expect(offerProblem(count)).toBe(problem)
})
