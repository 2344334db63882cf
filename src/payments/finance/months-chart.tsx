import { moneyPoint, SOLD_AND_RECEIVED } from '@/dashboard/rules'
import { BarChart } from '@/ui/charts'
import type { FinanceFigures } from './rules'

export const MonthsChart = ({ months }: Pick<FinanceFigures, 'months'>) => (
  <BarChart
    title="Vendido e recebido por mês"
    none="O que você vender e receber aparece aqui."
    points={months.map(({ month, sold }) => moneyPoint(month, sold))}
    surface="grama"
    pair={{
      names: SOLD_AND_RECEIVED,
      points: months.map(({ month, received }) => moneyPoint(month, received)),
      surface: 'areia',
    }}
  />
)
