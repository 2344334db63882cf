import { moneyPoint, SOLD_AND_RECEIVED } from '@/dashboard/rules'
import { BarChart } from '@/ui/charts'
import { type FinanceFigures } from './rules'
import { FINANCE } from './texts'

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
