import { chartPeriods, toCharts, type DashboardCharts, type DashboardStats } from '@/domain/dashboard'
import { dayBounds, monthStart } from '@/domain/dates'
import type { Result } from '@/domain/result'
import { MESSAGES } from '@/texts/messages'
import { success, toFailure } from './errors'
import { asOwner } from './owner'

/** The dashboard's figures: two requests, whatever the size of the history (docs/performance.md). */
export const dashboard = {
  /** The figures as of `now`, in one request. The day and the month are the device's (product.md). */
  stats: (now: Date): Promise<Result<DashboardStats>> =>
    asOwner(MESSAGES.dashboard.service, async (client) => {
      const { start, end } = dayBounds(now)
      const response = await client.rpc('get_dashboard_stats', {
        day_start: start,
        day_end: end,
        month_start: monthStart(now),
      })
      return response.error ? toFailure(response, MESSAGES.dashboard.service) : success(response.data)
    }),

  /** The charts as of `now`, in one request, over the device's weeks and months. */
  charts: (now: Date): Promise<Result<DashboardCharts>> =>
    asOwner(MESSAGES.dashboard.service, async (client) => {
      const periods = chartPeriods(now)
      const response = await client.rpc('get_dashboard_charts', {
        week_starts: periods.weekStarts,
        month_starts: periods.monthStarts,
        month_days: periods.monthDays,
      })
      if (response.error) return toFailure(response, MESSAGES.dashboard.service)
      return success(toCharts(periods, response.data))
    }),
}
