import { RATING } from '@/core/constants'
import { BarChart, LineChart } from '@/ui/charts'
import { SOLD_AND_RECEIVED, type DashboardCharts } from './rules'
import { DASHBOARD_MESSAGES } from './texts'

const texts = DASHBOARD_MESSAGES.charts

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
