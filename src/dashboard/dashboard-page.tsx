import { useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import ChartColumn from 'lucide-react/icons/chart-column'
import ClipboardList from 'lucide-react/icons/clipboard-list'
import CloudRain from 'lucide-react/icons/cloud-rain'
import Package from 'lucide-react/icons/package'
import Plus from 'lucide-react/icons/plus'
import UserPlus from 'lucide-react/icons/user-plus'
import Users from 'lucide-react/icons/users'
import { Suspense, useCallback, useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { useAuth } from '@/account/use-auth'
import { AGENDA_SERVICE } from '@/agenda/texts'
import { useAgenda } from '@/agenda/use-agenda'
import { isOn, keptDays } from '@/agenda/window'
import { dayIn } from '@/agenda/zone'
import { useReconcileAlerts } from '@/alerts/use-alerts'
import { formatDate, formatLongDate, greeting, toLocalDate } from '@/core/dates'
import type { LocalDate } from '@/core/model'
import { paths } from '@/core/paths'
import { formatBRL } from '@/core/prices'
import { invalidateAll, reconcileAlerts } from '@/data/queries/effects'
import { explained, failedRead } from '@/data/queries/service-error'
import { renewalTitle, waitingRenewals } from '@/payments/finance/months'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { lazyPage } from '@/ui/lazy-page'
import { OFFLINE } from '@/ui/offline-texts'
import { PageHeader } from '@/ui/page-header'
import { QueryView } from '@/ui/query-view'
import { Skeleton, SkeletonList } from '@/ui/skeleton'
import { ErrorState } from '@/ui/states'
import { useNow } from '@/ui/use-now'
import { usePageTitle } from '@/ui/use-page-title'
import { useRefresh } from '@/ui/use-refresh'
import { AlertsPanel, RecentStudents } from './panels'
import { dashboardFigures, mayShowSteps, nextStep, type DashboardStats } from './rules'
import { DASHBOARD_MESSAGES } from './texts'
import { useDashboardCharts, useDashboardStats } from './use-dashboard'

/** Only for a new coach (docs/product.md, 'First steps'). */
const FirstStepsCard = lazyPage(() => import('./first-steps-card'), 'FirstStepsCard')

const NEW = [
  { label: 'Nova Sessão', to: paths.newSession.href(), icon: Plus },
  { label: 'Novo Aluno', to: paths.newStudent.href(), icon: UserPlus },
  { label: 'Novo Pacote', to: paths.newPackage.href(), icon: Package },
] as const

/** docs/product.md, 'Dashboard'. */
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

  const now = useNow()
  const steps = stats.data?.firstSteps ?? null
  const waitsForSteps = stats.isPending && mayShowSteps(user?.createdAt, now)
  // Done, they stay until the screen is left, so that nothing jumps.
  const [stepsShown, setStepsShown] = useState(false)
  if (steps && nextStep(steps) !== null && !stepsShown) setStepsShown(true)
  const firstName = user?.name.split(' ')[0] ?? ''
  return (
    <>
      <PageHeader title={`${greeting(now)}, ${firstName}`} subtitle={formatLongDate(toLocalDate(now))}>
        {NEW.map(({ label, to, icon: Icon }, at) => (
          <Button
            key={label}
            asChild
            tone={at === 0 ? 'main' : 'outline'}
            className={at === 0 ? 'max-sm:basis-full' : 'max-sm:flex-1'}
          >
            <Link to={to}>
              <Icon aria-hidden="true" />
              {label}
            </Link>
          </Button>
        ))}
      </PageHeader>
      {waitsForSteps && <StepsLoading />}
      {steps && stepsShown && (
        <Suspense fallback={<StepsLoading />}>
          <FirstStepsCard stored={steps} />
        </Suspense>
      )}
      <div hidden={waitsForSteps}>
        <Figures stats={stats} today={toLocalDate(now)} />
        <TodayPanel now={now} />
        <div className="mt-8 grid grid-cols-[minmax(0,1fr)] items-start gap-8 *:min-w-0 lg:grid-cols-[repeat(2,minmax(0,1fr))]">
          <AlertsPanel />
          <div className="flex flex-col gap-8 *:min-w-0">
            <RecentStudents />
            <QuickActions lessonsToday={stats.data?.todaysSessions ?? 0} />
          </div>
        </div>
        <Charts />
      </div>
    </>
  )
}

/** As tall as the steps. */
const StepsLoading = () => (
  <div role="status" aria-label="Carregando primeiros passos" className="mb-6">
    <Skeleton className="h-98 rounded-xl lg:h-49" />
  </div>
)

const CARDS = [
  { name: 'activeStudents', label: 'Alunos Ativos' },
  { name: 'todaysSessions', label: 'Aulas Hoje' },
  { name: 'monthlyRevenue', label: 'Receita Mensal' },
  { name: 'averageRating', label: 'Avaliação Média' },
] as const

/** The largest font size that fits the text in one line of the card: a character is about 0.58 em wide. */
const fittingSize = (text: string): string => `clamp(0.8rem, ${Math.floor(170 / text.length)}cqi, 1.9rem)`

/** The four figures (docs/product.md, 'Dashboard'). Old ones stay visible while new ones load. */
function Figures({ stats, today }: { stats: UseQueryResult<DashboardStats>; today: LocalDate }) {
  if (!stats.data && stats.isError) {
    return <ErrorState {...failedRead(DASHBOARD_MESSAGES.loadFailed, stats)} />
  }
  const { data } = stats
  const figures = data && dashboardFigures(data)
  const renewals = data ? waitingRenewals(data.renewals, today) : 0
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
        {data && (
          <Link to={paths.finance.href()}>
            <span className="text-ink-soft">A receber</span>{' '}
            <span className="text-info">{formatBRL(data.openAmount)}</span>
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

/** With the answers, which load the rules of credits; so the figures need not wait for them. */
const TodayLessons = lazyPage(() => import('./today/today-lessons'), 'TodayLessons')

/** 'Hoje' (docs/product.md, 'Today'): the next two lessons, and those that nobody answered. */
function TodayPanel({ now }: { now: Date }) {
  const today = toLocalDate(now)
  const { from, to } = keptDays(today)
  const { data, error, isError, isFetching, refetch } = useAgenda(from, to)
  useEffect(() => {
    // Beside the data, not after it.
    void TodayLessons.preload()
  }, [])
  if (data !== undefined && isOn(dayIn(data.zone, now), data.days)) {
    return (
      <Suspense fallback={<TodayLoading />}>
        <TodayLessons agenda={data} now={now} />
      </Suspense>
    )
  }
  if (isFetching || (!isError && data === undefined)) return <TodayLoading />
  return (
    <div className="mt-6">
      <ErrorState
        {...(data === undefined ? explained(error, AGENDA_SERVICE.loadFailed) : AGENDA_SERVICE.unread)}
        retrying={isFetching}
        onRetry={() => void refetch()}
      />
    </div>
  )
}

const TodayLoading = () => (
  <SkeletonList label="Carregando as aulas de hoje" count={1} each="h-24" className="mt-6" />
)

/** Below what the coach came for, so the figures need not wait for them. */
const Drawings = lazyPage(() => import('./drawings'), 'Drawings')

function Charts() {
  const charts = useDashboardCharts()
  useEffect(() => {
    // Beside the data, not after it.
    void Drawings.preload()
  }, [])
  const loading = (
    <SkeletonList label="Carregando gráficos" count={3} each="h-53" className="grid gap-3 lg:grid-cols-3" />
  )
  return (
    <section aria-labelledby="evolucao" className="mt-8">
      <h2 id="evolucao" className="mb-3 text-xl">
        Evolução
      </h2>
      <QueryView query={charts} failed={{ title: DASHBOARD_MESSAGES.service }} skeleton={loading}>
        {(read) => (
          <Suspense fallback={loading}>
            <Drawings charts={read} />
          </Suspense>
        )}
      </QueryView>
    </section>
  )
}

const ACTIONS = [
  { label: 'Registrar Aula', to: paths.newSession.href(), icon: ClipboardList },
  { label: 'Gerenciar Alunos', to: paths.students.href(), icon: Users },
  { label: 'Ver Relatórios', to: paths.sessions.href(), icon: ChartColumn },
] as const

/** @param lessonsToday lessons of today that were not cancelled */
function QuickActions({ lessonsToday }: { lessonsToday: number }) {
  return (
    <section aria-labelledby="acoes">
      <h2 id="acoes" className="mb-3 text-xl">
        Ações Rápidas
      </h2>
      <ul className="grid gap-2.5 sm:grid-cols-3">
        {ACTIONS.map(({ label, to, icon: Icon }) => (
          <li key={label}>
            <Link
              to={to}
              className="flex min-h-14 items-center gap-3 rounded-xl border border-line bg-surface px-4 font-bold shadow-card hover:border-line-strong sm:h-full sm:flex-col sm:justify-center sm:py-4 sm:text-center"
            >
              <Icon className="size-6 shrink-0 text-accent" aria-hidden="true" />
              {label}
            </Link>
          </li>
        ))}
      </ul>
      {lessonsToday > 0 && (
        <Link
          to={paths.sessions.href({ cancelDay: true })}
          className="mt-2 -ml-2 inline-flex min-h-11 items-center gap-2 rounded-lg px-2 text-[15px] font-bold text-ink-soft hover:text-ink"
        >
          <CloudRain className="size-5 shrink-0" aria-hidden="true" />
          Cancelar as aulas de hoje
        </Link>
      )}
    </section>
  )
}
