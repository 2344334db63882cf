import { describe, expect, it } from 'vitest'
import { addDays } from '@/core/dates'
import {
  achievementsOf,
  nameOf,
  evolutionOf,
  focusOf,
  type HeldLesson,
  weeksInARow,
} from '@/public-student/evolution'

const TODAY = '2026-11-22' // a Sunday

const lesson = (day: string, rating?: number, tags: string[] = []): HeldLesson => ({
  day,
  feedback: rating === undefined ? null : { rating, tags },
})

const weekly = (count: number) => Array.from({ length: count }, (_, at) => lesson(addDays(TODAY, -7 * at)))
const names = (lessons: HeldLesson[]) => achievementsOf(lessons, TODAY).map(nameOf)

describe('evolution', () => {
  it('of nobody is empty', () => {
    expect(evolutionOf([])).toEqual({ months: [], tags: [] })
  })

  it('counts by month and by tag, and means only what was rated', () => {
    const lessons = [
      lesson('2026-11-20', 5, ['Saque', 'Saque', 'Voleio']),
      lesson('2026-11-10', 4, ['Saque']),
      lesson('2026-11-03'),
      lesson('2026-09-01'),
    ]
    expect(evolutionOf(lessons)).toEqual({
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
      weeksInARow(
        days.map((day) => lesson(day)),
        TODAY,
      ),
    ).toBe(count)
  })
})

describe('the focus of the month', () => {
  it('is what 30 days trained most, and rises if it was rated better than before', () => {
    const lessons = [
      lesson('2026-11-20', 5, ['Saque']),
      lesson('2026-10-24', 4, ['Saque', 'Voleio']),
      lesson('2026-10-23', 4, ['Voleio']),
      lesson('2026-10-01', 4, ['Voleio', 'Saque']),
    ]
    expect(focusOf(lessons, TODAY)).toEqual({ tag: 'Saque', rises: true })
  })

  it.each([
    ['nothing was named', [lesson('2026-11-20', 5)], null],
    ['it is new', [lesson('2026-11-20', 5, ['Saque'])], { tag: 'Saque', rises: false }],
    [
      'it went as well before',
      [lesson('2026-11-20', 4, ['Saque']), lesson('2026-09-20', 4, ['Saque'])],
      { tag: 'Saque', rises: false },
    ],
  ])('%s', (_, lessons, focus) => {
    expect(focusOf(lessons, TODAY)).toEqual(focus)
  })
})

describe('achievements', () => {
  it.each([
    [3, []],
    [4, ['weeks-4']],
    [10, ['lessons-10', 'weeks-8']],
    [25, ['lessons-25', 'weeks-12']],
    [60, ['lessons-50', 'weeks-12']],
  ])('of %i weeks with a lesson are the highest of each kind', (count, reached) => {
    expect(names(weekly(count))).toEqual(reached)
  })

  it('count a month with more lessons than any before it', () => {
    const november = ['01', '08', '15', '22'].map((day) => lesson(`2026-11-${day}`))
    const before = lesson('2026-10-01')
    expect(names([...november, before])).toContain('month-2026-11')
    expect(names(november)).not.toContain('month-2026-11')
    expect(names([...november, ...Array.from({ length: 4 }, () => before)])).not.toContain('month-2026-11')
  })
})
