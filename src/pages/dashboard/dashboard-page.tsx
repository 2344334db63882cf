import { useQueryClient } from '@tanstack/react-query'
import Package from 'lucide-react/icons/package'
import Plus from 'lucide-react/icons/plus'
import UserPlus from 'lucide-react/icons/user-plus'
import { useCallback } from 'react'
import { Link } from 'react-router-dom'
import { PageHeader } from '@/components/shared/page-header'
import { Button } from '@/components/ui/button'
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
    </>
  )
}
