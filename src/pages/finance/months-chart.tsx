import { BarChart } from '@/components/charts/bar-chart'
import { moneyPoint, SOLD_AND_RECEIVED } from '@/domain/dashboard/dashboard'
import { type FinanceFigures } from '@/domain/finance/finance'
import { FINANCE } from '@/texts/finance/finance'

/** What was sold and received, month by month. */
export function MonthsChart({ months }: Pick<FinanceFigures, 'months'>) {
  return (
    <BarChart
      {...FINANCE.chart}
      points={months.map(({ month, sold }) => moneyPoint(month, sold))}
      surface="grama"
      pair={{
        names: SOLD_AND_RECEIVED,
        points: months.map(({ month, received }) => moneyPoint(month, received)),
        surface: 'areia',
      }}
    />
  )
}
