import { useQuery } from '@tanstack/react-query'
import type { Uuid } from '@/domain/shared/model'
import { useOwner } from '@/hooks/account/use-auth'
import { ownerQuery } from '@/queries/owner-query'
import { dashboard } from '@/services/dashboard/dashboard'
import { MESSAGES } from '@/texts/shared/messages'

export const dashboardStatsQuery = (owner: Uuid | null) =>
  ownerQuery(owner, ['dashboard', 'stats'], () => dashboard.stats(new Date()), MESSAGES.dashboard.loadFailed)

export const dashboardChartsQuery = (owner: Uuid | null) =>
  ownerQuery(
    owner,
    ['dashboard', 'charts'],
    () => dashboard.charts(new Date()),
    MESSAGES.dashboard.loadFailed,
  )

/** The four figures, for the day and month of this device. */
export const useDashboardStats = () => useQuery(dashboardStatsQuery(useOwner()))

/** Revenue and rating by month and lessons by week, in this device's weeks and months. */
export const useDashboardCharts = () => useQuery(dashboardChartsQuery(useOwner()))
