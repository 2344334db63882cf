import type { DashboardStats } from '@/domain/dashboard'
import { dayBounds, monthStart } from '@/domain/dates'
import type { Result } from '@/domain/result'
import { MESSAGES } from '@/texts/messages'
import { success, toFailure } from './errors'
import { asOwner } from './owner'

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
}
