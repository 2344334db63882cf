import { Suspense, useEffect } from 'react'
import { lazyPage } from '@/components/shared/lazy-page'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState } from '@/components/ui/states'
import { useDashboardCharts } from '@/hooks/dashboard/use-dashboard'
import { failedRead } from '@/queries/service-error'
import { MESSAGES } from '@/texts/shared/messages'

/** Below what the coach came for, so the figures need not wait for them. */
const Drawings = lazyPage(() => import('./drawings'), 'Drawings')

export function Charts() {
  const charts = useDashboardCharts()
  const { data, isError } = charts
  useEffect(() => {
    // Beside the data, not after it.
    void Drawings.preload()
  }, [])
  return (
    <section aria-labelledby="evolucao" className="mt-8">
      <h2 id="evolucao" className="mb-3 text-xl">
        {MESSAGES.dashboard.charts.title}
      </h2>
      {data ? (
        <Suspense fallback={<Loading />}>
          <Drawings charts={data} />
        </Suspense>
      ) : isError ? (
        <ErrorState {...failedRead({ title: MESSAGES.dashboard.service }, charts)} />
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
