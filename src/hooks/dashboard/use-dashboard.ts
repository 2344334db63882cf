import { queryOptions, skipToken, useQuery } from '@tanstack/react-query'
import type { Uuid } from '@/domain/shared/model'
import { useOwner } from '@/hooks/account/use-auth'
import { queryKeys } from '@/queries/query-keys'
import { unwrap } from '@/queries/service-error'
import { dashboard } from '@/services/dashboard/dashboard'
import { MESSAGES } from '@/texts/shared/messages'

export const dashboardStatsQuery = (owner: Uuid | null) =>
  queryOptions({
    queryKey: queryKeys.dashboardStats(owner ?? ''),
    queryFn: owner === null ? skipToken : () => unwrap(dashboard.stats(new Date())),
    meta: { loadFailed: MESSAGES.dashboard.loadFailed },
  })

export const dashboardChartsQuery = (owner: Uuid | null) =>
  queryOptions({
    queryKey: queryKeys.dashboardCharts(owner ?? ''),
    queryFn: owner === null ? skipToken : () => unwrap(dashboard.charts(new Date())),
    meta: { loadFailed: MESSAGES.dashboard.loadFailed },
  })

/** The four figures, for the day and month of this device. */
export const useDashboardStats = () => useQuery(dashboardStatsQuery(useOwner()))

/** Revenue and rating by month and lessons by week, in this device's weeks and months. */
export const useDashboardCharts = () => useQuery(dashboardChartsQuery(useOwner()))
