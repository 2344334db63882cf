import { useQueryClient } from '@tanstack/react-query'
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
import { useReconcileAlerts } from '@/alerts/use-alerts'
import { formatLongDate, greeting, toLocalDate } from '@/core/dates'
import { paths } from '@/core/paths'
import { invalidateAll, reconcileAlerts } from '@/data/queries/effects'
import { failedRead } from '@/data/queries/service-error'
import { Button } from '@/ui/button'
import { lazyPage } from '@/ui/lazy-page'
import { PageHeader } from '@/ui/page-header'
import { Skeleton } from '@/ui/skeleton'
import { ErrorState } from '@/ui/states'
import { useNow } from '@/ui/use-now'
import { usePageTitle } from '@/ui/use-page-title'
import { useRefresh } from '@/ui/use-refresh'
import { AlertsPanel } from './alerts-panel'
import { Figures } from './figures'
import { mayShowSteps, nextStep } from './first-steps'
import { RecentStudents } from './recent-students'
import { DASHBOARD_MESSAGES } from './texts'
import { TodayPanel } from './today/today-panel'
import { useDashboardCharts, useDashboardStats } from './use-dashboard'

/** Only for a new coach (docs/product.md, 'First steps'). */
const FirstStepsCard = lazyPage(() => import('./first-steps-card'), 'FirstStepsCard')

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
        <Button asChild tone="main" className="max-sm:basis-full">
          <Link to={paths.newSession.href()}>
            <Plus aria-hidden="true" />
            Nova Sessão
          </Link>
        </Button>
        <Button asChild tone="outline" className="max-sm:flex-1">
          <Link to={paths.newStudent.href()}>
            <UserPlus aria-hidden="true" />
            Novo Aluno
          </Link>
        </Button>
        <Button asChild tone="outline" className="max-sm:flex-1">
          <Link to={paths.newPackage.href()}>
            <Package aria-hidden="true" />
            Novo Pacote
          </Link>
        </Button>
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

/** Below what the coach came for, so the figures need not wait for them. */
const Drawings = lazyPage(() => import('./drawings'), 'Drawings')

function Charts() {
  const charts = useDashboardCharts()
  const { data, isError } = charts
  useEffect(() => {
    // Beside the data, not after it.
    void Drawings.preload()
  }, [])
  return (
    <section aria-labelledby="evolucao" className="mt-8">
      <h2 id="evolucao" className="mb-3 text-xl">
        {DASHBOARD_MESSAGES.charts.title}
      </h2>
      {data ? (
        <Suspense fallback={<Loading />}>
          <Drawings charts={data} />
        </Suspense>
      ) : isError ? (
        <ErrorState {...failedRead({ title: DASHBOARD_MESSAGES.service }, charts)} />
      ) : (
        <Loading />
      )}
    </section>
  )
}

const Loading = () => (
  <div role="status" aria-label="Carregando gráficos" className="grid gap-3 lg:grid-cols-3">
    <Skeleton className="h-53 rounded-xl" />
    <Skeleton className="h-53 rounded-xl" />
    <Skeleton className="h-53 rounded-xl" />
  </div>
)

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
