import { BarChart } from '@/components/charts/bar-chart'
import { LineChart } from '@/components/charts/line-chart'
import { SOLD_AND_RECEIVED, type DashboardCharts } from '@/domain/dashboard/dashboard'
import { RATING } from '@/domain/shared/constants'
import { MESSAGES } from '@/texts/shared/messages'

const texts = MESSAGES.dashboard.charts

export function Drawings({ charts }: { charts: DashboardCharts }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 lg:grid-cols-[repeat(3,minmax(0,1fr))]">
      <BarChart
        {...texts.revenue}
        points={charts.revenue}
        surface="grama"
        pair={{ names: SOLD_AND_RECEIVED, points: charts.received, surface: 'areia' }}
      />
      <BarChart {...texts.lessons} points={charts.lessons} surface="duro" />
      <LineChart {...texts.rating} points={charts.rating} from={RATING.min} to={RATING.max} />
    </div>
  )
}
