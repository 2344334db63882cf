import { BarChart } from '@/components/charts/bar-chart'
import { LineChart } from '@/components/charts/line-chart'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState } from '@/components/ui/states'
import { SOLD_AND_RECEIVED } from '@/domain/dashboard/dashboard'
import { RATING } from '@/domain/shared/constants'
import { useDashboardCharts } from '@/hooks/dashboard/use-dashboard'
import { explained } from '@/queries/service-error'
import { MESSAGES } from '@/texts/shared/messages'

const texts = MESSAGES.dashboard.charts

export function Charts() {
  const { data, error, isError, isFetching, refetch } = useDashboardCharts()
  return (
    <section aria-labelledby="evolucao" className="mt-8">
      <h2 id="evolucao" className="mb-3 text-xl">
        {texts.title}
      </h2>
      {data ? (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3 lg:grid-cols-[repeat(3,minmax(0,1fr))]">
          <BarChart
            {...texts.revenue}
            points={data.revenue}
            surface="grama"
            pair={{ names: SOLD_AND_RECEIVED, points: data.received, surface: 'areia' }}
          />
          <BarChart {...texts.lessons} points={data.lessons} surface="duro" />
          <LineChart {...texts.rating} points={data.rating} from={RATING.min} to={RATING.max} />
        </div>
      ) : isError ? (
        <ErrorState
          {...explained(error, { title: MESSAGES.dashboard.service, description: MESSAGES.common.tryAgain })}
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <div role="status" aria-label="Carregando gráficos" className="grid gap-3 lg:grid-cols-3">
          <Skeleton className="h-53 rounded-xl" />
          <Skeleton className="h-53 rounded-xl" />
          <Skeleton className="h-53 rounded-xl" />
        </div>
      )}
    </section>
  )
}
