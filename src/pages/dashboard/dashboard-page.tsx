import { useQueryClient } from '@tanstack/react-query'
import Package from 'lucide-react/icons/package'
import Plus from 'lucide-react/icons/plus'
import UserPlus from 'lucide-react/icons/user-plus'
import { Suspense, useCallback, useState } from 'react'
import { Link } from 'react-router-dom'
import { lazyPage } from '@/components/shared/lazy-page'
import { PageHeader } from '@/components/shared/page-header'
import { Button } from '@/components/ui/button'
import { Skeleton } from '@/components/ui/skeleton'
import { mayShowSteps, nextStep } from '@/domain/dashboard/first-steps'
import { formatLongDate, greeting, toLocalDate } from '@/domain/shared/dates'
import { paths } from '@/domain/shared/paths'
import { useAuth } from '@/hooks/account/use-auth'
import { useReconcileAlerts } from '@/hooks/alerts/use-alerts'
import { useDashboardStats } from '@/hooks/dashboard/use-dashboard'
import { useNow } from '@/hooks/shared/use-now'
import { usePageTitle } from '@/hooks/shared/use-page-title'
import { useRefresh } from '@/hooks/shared/use-refresh'
import { invalidateAll, reconcileAlerts } from '@/queries/effects'
import { AlertsPanel } from './alerts-panel'
import { Charts } from './charts'
import { Figures } from './figures'
import { QuickActions } from './quick-actions'
import { RecentStudents } from './recent-students'
import { TodayPanel } from './today/today-panel'

/** Only for a new coach (docs/product.md, 'First steps'). */
const FirstStepsCard = lazyPage(() => import('./first-steps'), 'FirstStepsCard')

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
