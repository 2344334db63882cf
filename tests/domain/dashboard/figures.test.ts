import { describe, expect, it } from 'vitest'
import { PAGE_SIZES, shortId, studentPickerPageSize } from '@/core/constants'
import { pageInfo, pageNumbers } from '@/core/paging'
import { chartPeriods, dashboardFigures, firstShown, isEmptyChart, toCharts } from '@/dashboard/rules'
import { formatRating, meanRating, topTags } from '@/sessions/ratings'
import { NO_SESSION_FILTERS, hasSessionFilters, quickRange, rangeBounds } from '@/sessions/rules'
import { travelTo } from '../../support/travel'

describe('dashboard', () => {
  it("shows money in BRL and the mean with one decimal, 'N/A' without any rating", () => {
    const stats = {
      totalActiveStudents: 1200,
      todaysSessions: 3,
      monthlyRevenue: 1250.5,
      openAmount: 0,
      openByDay: {},
      renewals: [0, 0],
      averageRating: 4,
      firstSteps: null,
    }
    expect(dashboardFigures(stats)).toEqual({
      activeStudents: '1.200',
      todaysSessions: '3',
      monthlyRevenue: 'R$\u00A01.250,50',
      averageRating: '4,0',
    })
    expect(dashboardFigures({ ...stats, averageRating: null }).averageRating).toBe('N/A')
  })

  it('charts cover eight weeks from Monday and six months on the device, the current one included', () => {
    const periods = chartPeriods(new Date(2026, 2, 1, 23, 30))
    expect(periods.weekDays).toEqual([
      '2026-01-05',
      '2026-01-12',
      '2026-01-19',
      '2026-01-26',
      '2026-02-02',
      '2026-02-09',
      '2026-02-16',
      '2026-02-23',
      '2026-03-02',
    ])
    expect(periods.monthDays[0]).toBe('2025-10-01')
    expect(periods.monthDays.slice(-2)).toEqual(['2026-03-01', '2026-04-01'])
    expect(periods.monthStarts.at(-2)).toBe(new Date(2026, 2, 1).toISOString())
    expect(periods.weekStarts.at(-1)).toBe(new Date(2026, 2, 2).toISOString())
    expect(periods.monthStarts).toHaveLength(7)
  })

  it('charts label periods and numbers', () => {
    const periods = chartPeriods(new Date(2026, 10, 21, 12))
    const charts = toCharts(periods, {
      revenueByMonth: [0, 0, 0, 980, 1260.5, 12345],
      receivedByMonth: [0, 0, 0, 980, 1260.5, -100],
      lessonsByWeek: [0, 0, 0, 0, 0, 0, 1, 12],
      ratingByMonth: [null, null, null, null, 4, 4.5],
    })
    expect(charts.revenue.at(-1)).toEqual({
      label: 'nov',
      name: 'novembro de 2026',
      value: 12345,
      text: 'R$\u00A012.345,00',
      short: '12,3\u00A0mil',
    })
    expect(charts.received.at(-1)).toMatchObject({ label: 'nov', value: -100, text: '-R$\u00A0100,00' })
    expect(charts.lessons.at(-2)).toMatchObject({
      label: '09/11',
      name: 'Semana de 09/11/2026',
      text: '1 aula',
    })
    expect(charts.lessons.at(-1)).toMatchObject({ text: '12 aulas', short: '12' })
    expect(charts.rating.map(({ text }) => text)).toEqual(['–', '–', '–', '–', '4,0', '4,5'])
    expect(isEmptyChart(charts.rating)).toBe(false)
    expect(isEmptyChart(charts.lessons.slice(0, 6))).toBe(true)
    // Both charts show the periods from the first one with data in either of them, but at least three.
    expect(firstShown(charts.revenue, charts.received)).toBe(3)
    expect(firstShown(charts.lessons)).toBe(5)
    expect(firstShown(charts.rating.slice(0, 2), charts.revenue.slice(0, 2))).toBe(0)
  })
})

describe('ratings', () => {
  it.each([
    [[], null, '-'],
    [[5], 5, '5,0'],
    [[4, 5], 4.5, '4,5'],
    [[5, 5, 4], 4.7, '4,7'],
    // The mean 4.25 rounds up, as in the database.
    [[4, 4, 4, 5], 4.3, '4,3'],
  ])('the mean of %j is %s', (ratings, mean, shown) => {
    expect(meanRating(ratings)).toBe(mean)
    expect(formatRating(mean)).toBe(shown)
  })

  it('the most common tags come first, ties in alphabetical order', () => {
    // In the form in which get_student_summary counts them (tests/services/students/students.test.ts).
    const counts = Object.entries({ Saque: 3, Mental: 1, Smash: 1, Tática: 1, Voleio: 2, Técnica: 1 }).map(
      ([tag, count]) => ({ tag, count }),
    )
    expect(topTags(counts, 5).map(({ tag }) => tag)).toEqual(['Saque', 'Voleio', 'Mental', 'Smash', 'Tática'])
    expect(topTags(counts, 2).map(({ tag }) => tag)).toEqual(['Saque', 'Voleio'])
  })
})

describe('paging', () => {
  it.each([
    [1, 0, { page: 1, pages: 1, from: 0, to: 0, total: 0 }],
    [1, 5, { page: 1, pages: 1, from: 1, to: 5, total: 5 }],
    [2, 6, { page: 2, pages: 2, from: 6, to: 6, total: 6 }],
    [9, 6, { page: 2, pages: 2, from: 6, to: 6, total: 6 }],
    [0, 6, { page: 1, pages: 2, from: 1, to: 5, total: 6 }],
  ])('page %i of %i sessions', (page, total, expected) => {
    expect(pageInfo(page, PAGE_SIZES.sessions, total)).toEqual(expected)
  })

  it.each([
    [1, 1, [1]],
    [1, 3, [1, 2, 3]],
    [1, 9, [1, 2, null, 9]],
    [5, 9, [1, null, 4, 5, 6, null, 9]],
    [4, 9, [1, 2, 3, 4, 5, null, 9]],
    [9, 9, [1, null, 8, 9]],
  ])('the pager at page %i of %i', (page, pages, expected) => {
    expect(pageNumbers(page, pages)).toEqual(expected)
  })

  it.each([
    [320, 15],
    [767, 15],
    [768, 12],
    [1023, 12],
    [1024, 16],
  ])('at %i px a page has %i students to choose from', (width, size) => {
    expect(studentPickerPageSize(width)).toBe(size)
  })
})

describe('filters of the sessions history', () => {
  it.each([
    ['today', { start: '2026-11-21', end: '2026-11-21' }],
    ['yesterday', { start: '2026-11-20', end: '2026-11-20' }],
    ['7-days', { start: '2026-11-15', end: '2026-11-21' }],
    ['30-days', { start: '2026-10-23', end: '2026-11-21' }],
  ] as const)('%s', (range, expected) => {
    expect(quickRange(range, '2026-11-21')).toEqual(expected)
  })

  it.each([
    ['America/Sao_Paulo', '2026-11-20T03:00:00.000Z', '2026-11-22T03:00:00.000Z'],
    ['Asia/Tokyo', '2026-11-19T15:00:00.000Z', '2026-11-21T15:00:00.000Z'],
  ])('the range includes its whole last day in %s', (zone, from, before) => {
    travelTo(zone)
    expect(rangeBounds({ start: '2026-11-20', end: '2026-11-21' })).toEqual({ from, before })
  })

  it('an empty side is open', () => {
    expect(rangeBounds({ start: '', end: '' })).toEqual({ from: null, before: null })
    expect(rangeBounds({ start: '2026-11-20', end: '' }).before).toBeNull()
  })

  it('any filter counts as filtered', () => {
    expect(hasSessionFilters(NO_SESSION_FILTERS)).toBe(false)
    expect(hasSessionFilters({ ...NO_SESSION_FILTERS, showUnassignedOnly: true })).toBe(true)
    expect(hasSessionFilters({ ...NO_SESSION_FILTERS, dateRange: { start: '', end: '2026-11-21' } })).toBe(
      true,
    )
  })
})

it('a short id is its last 6 characters', () => {
  expect(shortId('2f1c9d6e-0000-4000-8000-000000abcdef')).toBe('abcdef')
})
