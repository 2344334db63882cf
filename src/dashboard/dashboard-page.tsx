import { useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { Suspense, useCallback, useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { useAuth } from '@/account/use-auth'
import { isOn, keptDays } from '@/agenda/rules'
import { AGENDA_SERVICE } from '@/agenda/texts'
import { todayOf } from '@/agenda/today'
import { useAgenda } from '@/agenda/use-agenda'
import { dayIn } from '@/agenda/zone'
import { useReconcileAlerts } from '@/alerts/use-alerts'
import { formatDate, formatLongDate, greeting, toLocalDate } from '@/core/dates'
import type { LocalDate } from '@/core/model'
import { firstName } from '@/core/names'
import { paths } from '@/core/paths'
import { formatBRL } from '@/core/prices'
import { invalidateAll, reconcileAlerts } from '@/data/queries/effects'
import { explained, failedRead } from '@/data/queries/owner-query'
import { lazyPage, lazyPart } from '@/ui/lazy-page'
import { OFFLINE } from '@/ui/offline-texts'
import { PageHeader } from '@/ui/page-header'
import { Skeleton, SkeletonList, ErrorState } from '@/ui/states'
import { useNow } from '@/ui/use-now'
import { usePageTitle } from '@/ui/use-page-title'
import { useRefresh } from '@/ui/use-refresh'
import {
  dashboardFigures,
  FIRST_STEPS,
  mayShowSteps,
  nextStep,
  type DashboardStats,
  type FirstSteps,
  DASHBOARD_MESSAGES,
} from './rules'
import { useDashboardStats } from './use-dashboard'

/** Lazy, because only a new coach sees it (docs/product.md, 'First steps'). */
const FirstStepsCard = lazyPage(() => import('./first-steps-card'), 'FirstStepsCard')

const loading = (label: string) => (
  <SkeletonList label={label} count={2} each="h-60" className="flex flex-col gap-6 pt-6" />
)

const Panels = lazyPart(() => import('./panels'), 'Panels', loading('Carregando alertas'))
const Below = lazyPart(() => import('./below'), 'Below', loading('Carregando alunos'))

/** Opened by 'Choveu' and 'Cancelar as aulas de hoje'. */
const CancelToday = lazyPart(() => import('@/sessions/day/cancel-today'), 'CancelToday')

/** docs/product.md, 'Dashboard'. A phone shows the parts in this order, a desk in two columns below the figures. */
export function DashboardPage() {
  usePageTitle('Dashboard')
  useReconcileAlerts()
  const client = useQueryClient()
  const { user } = useAuth()
  const stats = useDashboardStats()
  useRefresh(
    useCallback(() => {
      // The tab may have been away for days.
      void reconcileAlerts(client)
      return invalidateAll(client)
    }, [client]),
  )

  useEffect(() => {
    // Fetches the chunks in parallel with the data.
    void TodayLessons.preload()
    void Panels.preload()
    void Below.preload()
  }, [])

  const now = useNow()
  const steps = stats.data?.firstSteps ?? null
  const waitsForSteps = stats.isPending && mayShowSteps(user?.createdAt, now)
  // Once all are done, the steps stay until the coach leaves the screen, so that nothing jumps.
  const [stepsShown, setStepsShown] = useState(false)
  if (steps && nextStep(steps) !== null && !stepsShown) setStepsShown(true)
  const shownSteps = stepsShown ? steps : null
  const isFirst = shownSteps !== null && FIRST_STEPS.filter((step) => shownSteps[step]).length < 2
  const isNew = steps !== null && !steps.lesson
  /** null: the dialog was never opened. */
  const [cancelling, setCancelling] = useState<boolean | null>(null)
  const cancelToday = () => setCancelling(true)
  return (
    <>
      <PageHeader
        title={`${greeting(now)}, ${firstName(user?.name ?? '')}`}
        subtitle={formatLongDate(toLocalDate(now))}
      />
      {cancelling !== null && <CancelToday open={cancelling} onClose={() => setCancelling(false)} />}
      {waitsForSteps && <StepsLoading />}
      {isFirst && <Steps stored={shownSteps} asLine={false} />}
      <div hidden={waitsForSteps}>
        <div className="dashboard *:min-w-0">
          {/* Present in every state, because the skip link leads to it. */}
          <section id="hoje" aria-label="Hoje" tabIndex={-1} className="outline-none">
            <TodayPanel now={now} isNew={isNew} onRain={cancelToday} />
          </section>
          <div>
            <Figures stats={stats} today={toLocalDate(now)} />
          </div>
          <div className="flex flex-col gap-4 *:min-w-0">
            <Panels stats={stats} hasMoney={!isNew} />
            {shownSteps !== null && !isFirst && <Steps stored={shownSteps} asLine />}
          </div>
          <Below
            hasCharts={!isNew}
            onCancelDay={(stats.data?.todaysSessions ?? 0) > 0 ? cancelToday : null}
          />
        </div>
      </div>
    </>
  )
}

const Steps = ({ stored, asLine }: { stored: FirstSteps; asLine: boolean }) => (
  <Suspense fallback={asLine ? <div className="h-16" /> : <StepsLoading />}>
    <FirstStepsCard stored={stored} asLine={asLine} />
  </Suspense>
)

/** As tall as the steps of a new coach. */
const StepsLoading = () => (
  <div role="status" aria-label="Carregando primeiros passos" className="mb-4">
    <Skeleton className="h-98 rounded-xl lg:h-49" />
  </div>
)

/** Lazy, because the answers load the credit rules, and the figures need not wait for those. */
const TodayLessons = lazyPage(() => import('./today/today-lessons'), 'TodayLessons')

/** 'Hoje' (docs/product.md, 'Today'): the lesson of now, the other lessons of today, and the unanswered ones. */
function TodayPanel({ now, isNew, onRain }: { now: Date; isNew: boolean; onRain: () => void }) {
  const today = toLocalDate(now)
  const { from, to } = keptDays(today)
  const { data, error, isError, isFetching, refetch } = useAgenda(from, to)
  const day = data && dayIn(data.zone, now)
  if (data !== undefined && day !== undefined && isOn(day, data.days)) {
    const { card, rest, unanswered } = todayOf(data.occurrences, now, day)
    const lines = Math.min(rest.length, 3) + Math.min(unanswered.length, 1)
    return (
      <Suspense fallback={<TodayLoading hasCard={card !== null} lines={lines} />}>
        <TodayLessons agenda={data} now={now} isNew={isNew} onRain={onRain} />
      </Suspense>
    )
  }
  if (isFetching || (!isError && data === undefined)) return <TodayLoading hasCard lines={2} />
  return (
    <ErrorState
      {...(data === undefined ? explained(error, AGENDA_SERVICE.loadFailed) : AGENDA_SERVICE.unread)}
      retrying={isFetching}
      onRetry={() => void refetch()}
    />
  )
}

/** As tall as its content will be. */
const TodayLoading = ({ hasCard, lines }: { hasCard: boolean; lines: number }) => (
  <div role="status" aria-label="Carregando as aulas de hoje">
    <Skeleton className={hasCard ? 'h-44 rounded-xl' : 'h-24 rounded-xl'} />
    {lines > 0 && (
      <div className="mt-2" style={{ height: `${lines * 3.25}rem` }}>
        <Skeleton className="h-full rounded-xl" />
      </div>
    )}
    <div className="h-14" />
  </div>
)

/**
 * Widths of the figures on a phone: three in the first row, two in the second, 'A receber' last. At a desk all are in
 * one row.
 */
const [THIRD, HALF] = ['28%', '40%']

const CARDS = [
  { name: 'activeStudents', label: 'Alunos Ativos', basis: THIRD },
  { name: 'todaysSessions', label: 'Aulas Hoje', basis: THIRD },
  { name: 'monthlyRevenue', label: 'Receita Mensal', basis: HALF },
  { name: 'averageRating', label: 'Avaliação Média', basis: THIRD },
] as const

const LATER = 'max-lg:order-1'
const CELL =
  'relative -mt-px -ml-px flex min-h-13 min-w-fit flex-1 flex-col justify-center border-t border-l ' +
  'border-line px-3 leading-tight lg:min-h-18'
const LABEL = 'text-[13px] font-semibold text-ink-soft'
const VALUE = 'figures block text-[17px] font-extrabold tracking-tight lg:text-xl'

/** The figures, and the amount owed (docs/product.md, 'Dashboard'). Old ones stay visible while new ones load. */
function Figures({ stats, today }: { stats: UseQueryResult<DashboardStats>; today: LocalDate }) {
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

/** The fifth figure; leads to 'Financeiro' if anything is owed. */
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
