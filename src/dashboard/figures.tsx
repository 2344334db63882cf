import type { UseQueryResult } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { Link } from 'react-router-dom'
import { formatDate, toLocalDate } from '@/core/dates'
import type { LocalDate } from '@/core/model'
import { paths } from '@/core/paths'
import { formatBRL } from '@/core/prices'
import { failedRead } from '@/data/queries/service-error'
import { OFFLINE } from '@/ui/offline-texts'
import { Skeleton } from '@/ui/skeleton'
import { ErrorState } from '@/ui/states'
import { dashboardFigures, type DashboardStats } from './rules'
import { DASHBOARD_MESSAGES } from './texts'

/** On a phone three stand above two, the last of them what is owed; at a desk all stand in a strip. */
const CARDS = [
  { name: 'activeStudents', label: 'Alunos Ativos', place: 'min-[360px]:col-span-8' },
  { name: 'todaysSessions', label: 'Aulas Hoje', place: 'min-[360px]:col-span-7' },
  {
    name: 'monthlyRevenue',
    label: 'Receita Mensal',
    place: 'min-[360px]:max-lg:order-1 min-[360px]:col-span-12',
  },
  { name: 'averageRating', label: 'Avaliação Média', place: 'min-[360px]:col-span-9' },
] as const

const CELL =
  'flex min-h-13 min-w-0 flex-col justify-center border-line px-2.5 py-1 leading-tight lg:min-h-18 lg:px-4'
const VALUE = 'figures block truncate text-[17px] font-extrabold tracking-tight lg:text-xl'

/** The four figures, and what is owed (docs/product.md, 'Dashboard'). Old ones stay visible while new ones load. */
export function Figures({ stats, today }: { stats: UseQueryResult<DashboardStats>; today: LocalDate }) {
  if (!stats.data && stats.isError) {
    return <ErrorState {...failedRead(DASHBOARD_MESSAGES.loadFailed, stats)} />
  }
  const { data } = stats
  const figures = data && dashboardFigures(data)
  const readOn = toLocalDate(new Date(stats.dataUpdatedAt))
  return (
    <>
      {figures && readOn !== today && !stats.isFetching && (
        <p className="mb-2 font-semibold text-ink-soft">{OFFLINE.figuresOf(formatDate(readOn))}</p>
      )}
      <dl
        className="grid grid-cols-2 gap-px overflow-hidden rounded-xl border border-line bg-line shadow-card min-[360px]:grid-cols-[repeat(24,minmax(0,1fr))] lg:grid-cols-5! *:bg-surface"
        aria-busy={!figures}
      >
        {CARDS.map(({ name, label, place }) => (
          <div key={name} className={clsx(CELL, place, 'lg:col-span-1!')}>
            <dt className="truncate text-[13px] font-semibold text-ink-soft lg:text-sm">{label}</dt>
            <dd>{figures ? <span className={VALUE}>{figures[name]}</span> : <Waiting />}</dd>
          </div>
        ))}
        <Owed amount={data?.openAmount} />
      </dl>
    </>
  )
}

const Waiting = () => <Skeleton className="my-0.5 h-[17px] w-14" />

/** The fifth figure, which leads to who owes it. */
function Owed({ amount }: { amount: number | undefined }) {
  const label = 'A receber'
  return (
    <div
      className={clsx(
        CELL,
        'relative col-span-2 min-[360px]:order-1 min-[360px]:col-span-12 lg:col-span-1!',
        amount && 'hover:bg-sunken',
      )}
    >
      <dt className="truncate text-[13px] font-semibold text-ink-soft lg:text-sm">{label}</dt>
      <dd>
        {amount === undefined && <Waiting />}
        {amount === 0 && <span className={VALUE}>{formatBRL(0)}</span>}
        {amount !== undefined && amount > 0 && (
          <Link
            to={paths.finance.href()}
            aria-label={`${label} ${formatBRL(amount)}`}
            className={clsx(VALUE, 'text-info -outline-offset-3 after:absolute after:inset-0')}
          >
            {formatBRL(amount)}
          </Link>
        )}
      </dd>
    </div>
  )
}
