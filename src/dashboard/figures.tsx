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

/** How wide they are on a phone, where three stand above two, the last of them what is owed. At a desk all stand in a strip. */
const [THIRD, HALF] = ['28%', '40%']

const CARDS = [
  { name: 'activeStudents', label: 'Alunos Ativos', basis: THIRD },
  { name: 'todaysSessions', label: 'Aulas Hoje', basis: THIRD },
  { name: 'monthlyRevenue', label: 'Receita Mensal', basis: HALF },
  { name: 'averageRating', label: 'Avaliação Média', basis: THIRD },
] as const

const LATER = 'max-lg:order-1'
const CELL =
  'relative -mt-px -ml-px flex min-h-13 min-w-fit flex-1 flex-col justify-center border-t border-l border-line px-3 leading-tight lg:min-h-18'
const LABEL = 'text-[13px] font-semibold text-ink-soft'
const VALUE = 'figures block text-[17px] font-extrabold tracking-tight lg:text-xl'

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
        className="flex flex-wrap overflow-hidden rounded-xl border border-line bg-surface shadow-card lg:flex-nowrap"
        aria-busy={!figures}
      >
        {CARDS.map(({ name, label, basis }) => (
          <div key={name} className={clsx(CELL, basis === HALF && LATER)} style={{ flexBasis: basis }}>
            <dt className={LABEL}>{label}</dt>
            <dd>{figures ? <span className={VALUE}>{figures[name]}</span> : <Waiting />}</dd>
          </div>
        ))}
        <Owed amount={data?.openAmount} />
      </dl>
    </>
  )
}

const Waiting = () => <Skeleton className="my-1 h-4 w-16" />

/** The fifth figure, which leads to who owes it. */
function Owed({ amount }: { amount: number | undefined }) {
  const label = 'A receber'
  const isOwed = amount !== undefined && amount > 0
  return (
    <div className={clsx(CELL, LATER, isOwed && 'hover:bg-sunken')} style={{ flexBasis: HALF }}>
      <dt className={LABEL}>{label}</dt>
      <dd>
        {amount === undefined ? (
          <Waiting />
        ) : (
          <span className={clsx(VALUE, isOwed && 'text-info')}>{formatBRL(amount)}</span>
        )}
        {isOwed && (
          <Link
            to={paths.finance.href()}
            aria-label={`${label} ${formatBRL(amount)}`}
            className="absolute inset-0"
          />
        )}
      </dd>
    </div>
  )
}
