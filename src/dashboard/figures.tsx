import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { formatDate, toLocalDate } from '@/core/dates'
import type { LocalDate } from '@/core/model'
import { paths } from '@/core/paths'
import { formatBRL } from '@/core/prices'
import { failedRead } from '@/data/queries/service-error'
import { renewalTitle, waitingRenewals } from '@/payments/finance/months'
import { Card } from '@/ui/card'
import { OFFLINE } from '@/ui/offline-texts'
import { Skeleton } from '@/ui/skeleton'
import { ErrorState } from '@/ui/states'
import { dashboardFigures, type DashboardStats } from './rules'
import { DASHBOARD_MESSAGES } from './texts'

const CARDS = [
  { name: 'activeStudents', label: 'Alunos Ativos' },
  { name: 'todaysSessions', label: 'Aulas Hoje' },
  { name: 'monthlyRevenue', label: 'Receita Mensal' },
  { name: 'averageRating', label: 'Avaliação Média' },
] as const

/** The largest font size that fits the text in one line of the card: a character is about 0.58 em wide. */
const fittingSize = (text: string): string => `clamp(0.8rem, ${Math.floor(170 / text.length)}cqi, 1.9rem)`

/** The four figures (docs/product.md, 'Dashboard'). Old ones stay visible while new ones load. */
export function Figures({ stats, today }: { stats: UseQueryResult<DashboardStats>; today: LocalDate }) {
  if (!stats.data && stats.isError) {
    return <ErrorState {...failedRead(DASHBOARD_MESSAGES.loadFailed, stats)} />
  }
  const figures = stats.data && dashboardFigures(stats.data)
  const renewals = stats.data ? waitingRenewals(stats.data.renewals, today) : 0
  const readOn = toLocalDate(new Date(stats.dataUpdatedAt))
  return (
    <>
      {figures && readOn !== today && !stats.isFetching && (
        <p className="mb-3 font-semibold text-ink-soft">{OFFLINE.figuresOf(formatDate(readOn))}</p>
      )}
      <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4" aria-busy={!figures}>
        {CARDS.map(({ name, label }) => (
          <Card key={name} className="flex min-w-0 flex-col justify-between gap-1">
            <dt className="text-sm font-semibold text-ink-soft">{label}</dt>
            <dd className="@container leading-tight">
              {figures ? (
                <span
                  className="figures block font-extrabold tracking-tight whitespace-nowrap"
                  style={{ fontSize: fittingSize(figures[name]) }}
                >
                  {figures[name]}
                </span>
              ) : (
                <Skeleton className="my-1.5 h-7 w-16" />
              )}
            </dd>
          </Card>
        ))}
      </dl>
      <p className="figures mt-1 flex min-h-11 flex-wrap gap-x-6 font-bold *:inline-flex *:min-h-11 *:items-center *:gap-1.5 *:rounded *:hover:underline">
        {stats.data && (
          <Link to={paths.finance.href()}>
            <span className="text-ink-soft">A receber</span>{' '}
            <span className="text-info">{formatBRL(stats.data.openAmount)}</span>
          </Link>
        )}
        {renewals > 0 && (
          <Link to={paths.finance.href()} className="text-info">
            {renewalTitle(today)} ({renewals})
          </Link>
        )}
      </p>
    </>
  )
}
