import { dayBounds, monthStart } from '@/core/dates'
import type { Result } from '@/core/result'
import { mapped, read } from '@/data/calls'
import {
  chartPeriods,
  toCharts,
  type DashboardCharts,
  type DashboardStats,
  DASHBOARD_MESSAGES,
} from './rules'

const failed = DASHBOARD_MESSAGES.service

/** The dashboard's figures and charts: two requests, however long the history is (docs/performance.md). */
export const dashboard = {
  /** The figures as of `now`, for the device's day and month (docs/product.md, 'Money and dates'). */
  stats: (now: Date): Promise<Result<DashboardStats>> => {
    const { start: day_start, end: day_end } = dayBounds(now)
    return read(failed, (client) =>
      client.rpc('get_dashboard_stats', { day_start, day_end, month_start: monthStart(now) }),
    )
  },

  /** The charts as of `now`, over the device's weeks and months. */
  charts: (now: Date): Promise<Result<DashboardCharts>> => {
    const periods = chartPeriods(now)
    const figures = read(failed, (client) =>
      client.rpc('get_dashboard_charts', {
        week_starts: periods.weekStarts,
        month_starts: periods.monthStarts,
        month_days: periods.monthDays,
      }),
    )
    return mapped(figures, (each) => toCharts(periods, each))
  },
}
