import { RATING } from '@/core/constants'
import { BarChart, LineChart } from '@/ui/charts'
import { SOLD_AND_RECEIVED, type DashboardCharts } from './rules'

export function Drawings({ charts }: { charts: DashboardCharts }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 lg:grid-cols-[repeat(3,minmax(0,1fr))]">
      <BarChart
        title="Receita por mês"
        none="Os pacotes vendidos nos últimos 6 meses aparecem aqui."
        points={charts.revenue}
        surface="grama"
        pair={{ names: SOLD_AND_RECEIVED, points: charts.received, surface: 'areia' }}
      />
      <BarChart
        title="Aulas por semana"
        none="As aulas das últimas 8 semanas aparecem aqui."
        points={charts.lessons}
        surface="duro"
      />
      <LineChart
        title="Avaliação média por mês"
        none="As avaliações dos últimos 6 meses aparecem aqui."
        points={charts.rating}
        from={RATING.min}
        to={RATING.max}
      />
    </div>
  )
}
