import { describe, expect, it } from 'vitest'
import { evolutionOf, type HeldLesson } from '@/public-student/evolution'

const TODAY = '2026-11-22' // a Sunday

const lesson = (day: string, rating?: number, tags: string[] = []): HeldLesson => ({
  date: `${day}T15:00:00Z`,
  feedback: rating === undefined ? null : { rating, tags },
})

describe('evolution', () => {
  it('of nobody is empty', () => {
    expect(evolutionOf([], TODAY)).toEqual({ weeksInARow: 0, months: [], tags: [] })
  })

  it('counts by month and by tag, and means only what was rated', () => {
    const lessons = [
      lesson('2026-11-20', 5, ['Saque', 'Saque', 'Voleio']),
      lesson('2026-11-10', 4, ['Saque']),
      lesson('2026-11-03'),
      lesson('2026-09-01'),
    ]
    expect(evolutionOf(lessons, TODAY)).toMatchObject({
      months: [
        { month: '2026-11', lessons: 3, mean: 4.5 },
        { month: '2026-09', lessons: 1, mean: null },
      ],
      tags: [
        { tag: 'Saque', lessons: 2, mean: 4.5 },
        { tag: 'Voleio', lessons: 1, mean: 5 },
      ],
    })
  })

  it.each([
    ['this week and the two before', ['2026-11-16', '2026-11-15', '2026-11-02'], 3],
    ['two lessons of one week', ['2026-11-20', '2026-11-17'], 1],
    ['the running week has none yet', ['2026-11-11', '2026-11-04'], 2],
    ['a week was missed', ['2026-11-20', '2026-11-04'], 1],
    ['the last lesson is long ago', ['2026-10-01'], 0],
  ])('weeks in a row: %s', (_, days, count) => {
    expect(
      evolutionOf(
        days.map((day) => lesson(day)),
        TODAY,
      ).weeksInARow,
    ).toBe(count)
  })
})
