import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useCallback, useEffect, useState } from 'react'
import { useAuth } from '@/account/use-auth'
import { AGENDA_SERVICE } from '@/agenda/texts'
import { todayOf } from '@/agenda/today'
import { useAgenda } from '@/agenda/use-agenda'
import { isOn, keptDays } from '@/agenda/window'
import { dayIn } from '@/agenda/zone'
import { useReconcileAlerts } from '@/alerts/use-alerts'
import { formatLongDate, greeting, toLocalDate } from '@/core/dates'
import { firstName } from '@/core/names'
import { invalidateAll, reconcileAlerts } from '@/data/queries/effects'
import { explained } from '@/data/queries/service-error'
import { lazyPage, lazyPart } from '@/ui/lazy-page'
import { PageHeader } from '@/ui/page-header'
import { Skeleton, SkeletonList } from '@/ui/skeleton'
import { ErrorState } from '@/ui/states'
import { useNow } from '@/ui/use-now'
import { usePageTitle } from '@/ui/use-page-title'
import { useRefresh } from '@/ui/use-refresh'
import { Figures } from './figures'
import { FIRST_STEPS, mayShowSteps, nextStep, type FirstSteps } from './rules'
import { useDashboardStats } from './use-dashboard'

/** Only for a new coach (docs/product.md, 'First steps'). */
const FirstStepsCard = lazyPage(() => import('./first-steps-card'), 'FirstStepsCard')

const loading = (label: string) => (
  <SkeletonList label={label} count={2} each="h-60" className="flex flex-col gap-6 pt-6" />
)

const Panels = lazyPart(() => import('./panels'), 'Panels', loading('Carregando alertas'))
const Below = lazyPart(() => import('./below'), 'Below', loading('Carregando alunos'))

/** Opened by 'Choveu' and 'Cancelar as aulas de hoje'. */
const CancelToday = lazyPart(() => import('@/sessions/day/cancel-today'), 'CancelToday')

/** docs/product.md, 'Dashboard': on a phone in the order of its parts here, at a desk in two columns below the figures. */
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
    // Beside the data, not after it.
    void TodayLessons.preload()
    void Panels.preload()
    void Below.preload()
  }, [])

  const now = useNow()
  const steps = stats.data?.firstSteps ?? null
  const waitsForSteps = stats.isPending && mayShowSteps(user?.createdAt, now)
  // Done, they stay until the screen is left, so that nothing jumps.
  const [stepsShown, setStepsShown] = useState(false)
  if (steps && nextStep(steps) !== null && !stepsShown) setStepsShown(true)
  const shownSteps = stepsShown ? steps : null
  const isFirst = shownSteps !== null && FIRST_STEPS.filter((step) => shownSteps[step]).length < 2
  const isNew = steps !== null && !steps.lesson
  /** null: it was not opened yet. */
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
          {/* Always there for the link that skips to it. */}
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

/** With the answers, which load the rules of credits; so the figures need not wait for them. */
const TodayLessons = lazyPage(() => import('./today/today-lessons'), 'TodayLessons')

/** 'Hoje' (docs/product.md, 'Today'): the lesson of now, the others of today, and those that nobody answered. */
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

/** As tall as what comes. */
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
