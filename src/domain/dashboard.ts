import { formatBRL } from './prices'
import { formatRating } from './ratings'

/** The answer of `get_dashboard_stats` (spec §3, §7). */
export interface DashboardStats {
  totalActiveStudents: number
  /** Lessons of the coach's local day. */
  todaysSessions: number
  /** BRL: prices of packages bought since the first of the month. */
  monthlyRevenue: number
  /** Mean of all ratings, one decimal; null without any. */
  averageRating: number | null
}

/** The four cards of the dashboard, ready to be shown. */
export interface DashboardFigures {
  activeStudents: string
  todaysSessions: string
  monthlyRevenue: string
  /** 'N/A' without any rating. */
  averageRating: string
}

const count = new Intl.NumberFormat('pt-BR')

/** Turns the stats into the texts of the cards 'Alunos Ativos', 'Aulas Hoje', 'Receita Mensal', 'Avaliação Média'. */
export function dashboardFigures(stats: DashboardStats): DashboardFigures {
  return {
    activeStudents: count.format(stats.totalActiveStudents),
    todaysSessions: count.format(stats.todaysSessions),
    monthlyRevenue: formatBRL(stats.monthlyRevenue),
    averageRating: formatRating(stats.averageRating, 'N/A'),
  }
}
