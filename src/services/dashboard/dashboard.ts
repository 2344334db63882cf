import {
  chartPeriods,
  toCharts,
  type DashboardCharts,
  type DashboardStats,
} from '@/domain/dashboard/dashboard'
import { dayBounds, monthStart } from '@/domain/shared/dates'
import type { Result } from '@/domain/shared/result'
import { asOwner } from '@/services/account/owner'
import { success, toFailure } from '@/services/supabase/errors'
import { MESSAGES } from '@/texts/shared/messages'

/** The dashboard's figures: two requests, whatever the size of the history (docs/performance.md). */
export const dashboard = {
  /** The figures as of `now`, in one request, for the device's day and month (docs/product.md, 'Money and dates'). */
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
