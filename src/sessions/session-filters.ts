import { addDays, parseLocalDate } from '@/core/dates'
import type { Instant, LocalDate } from '@/core/model'

/** Filters of the sessions history. '' means open on that side. */
export interface SessionFilters {
  dateRange: { start: LocalDate; end: LocalDate }
  showUnassignedOnly: boolean
  showCancelledOnly: boolean
}

export const NO_SESSION_FILTERS: SessionFilters = {
  dateRange: { start: '', end: '' },
  showUnassignedOnly: false,
  showCancelledOnly: false,
}

export const QUICK_RANGES = ['today', 'yesterday', '7-days', '30-days'] as const
export type QuickRange = (typeof QUICK_RANGES)[number]

/** The days of a quick filter; '7-days' and '30-days' end today and include it. */
export function quickRange(range: QuickRange, today: LocalDate): { start: LocalDate; end: LocalDate } {
  const { first, last } = QUICK_RANGE_DAYS[range]
  return { start: addDays(today, first), end: addDays(today, last) }
}

/** First and last day of a range, counted from today. */
const QUICK_RANGE_DAYS = {
  today: { first: 0, last: 0 },
  yesterday: { first: -1, last: -1 },
  '7-days': { first: -6, last: 0 },
  '30-days': { first: -29, last: 0 },
} as const satisfies Record<QuickRange, { first: number; last: number }>

function localMidnight(day: LocalDate): Instant {
  const noon = parseLocalDate(day)
  return new Date(noon.getFullYear(), noon.getMonth(), noon.getDate()).toISOString()
}

/** The range as instants [from, before) on this device: the end day counts to its end. null: open on that side. */
export function rangeBounds(range: SessionFilters['dateRange']): {
  from: Instant | null
  before: Instant | null
} {
  return {
    from: range.start === '' ? null : localMidnight(range.start),
    before: range.end === '' ? null : localMidnight(addDays(range.end, 1)),
  }
}

/** True when a filter is set, so an empty list means 'adjust the filters' and not 'register the first'. */
export function hasSessionFilters(filters: SessionFilters): boolean {
  const { showUnassignedOnly, showCancelledOnly, dateRange } = filters
  return showUnassignedOnly || showCancelledOnly || dateRange.start !== '' || dateRange.end !== ''
}
