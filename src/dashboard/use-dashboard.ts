import { useQuery } from '@tanstack/react-query'
import { useOwner } from '@/account/use-auth'
import type { Uuid } from '@/core/model'
import { ownerQuery } from '@/data/queries/owner-query'
import { dashboard } from './data'
import { DASHBOARD_MESSAGES } from './rules'

export const dashboardStatsQuery = (owner: Uuid | null) =>
  ownerQuery(owner, ['dashboard', 'stats'], () => dashboard.stats(new Date()), DASHBOARD_MESSAGES.loadFailed)

export const dashboardChartsQuery = (owner: Uuid | null) =>
  ownerQuery(
    owner,
    ['dashboard', 'charts'],
    () => dashboard.charts(new Date()),
    DASHBOARD_MESSAGES.loadFailed,
  )

/** The dashboard's figures, for this device's day and month. */
export const useDashboardStats = () => useQuery(dashboardStatsQuery(useOwner()))

/** Revenue and ratings by month and lessons by week, in this device's weeks and months. */
export const useDashboardCharts = () => useQuery(dashboardChartsQuery(useOwner()))
