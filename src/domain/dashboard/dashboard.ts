import { add } from 'date-fns/add'
import { startOfMonth } from 'date-fns/startOfMonth'
import { startOfWeek } from 'date-fns/startOfWeek'
import { formatDate, toLocalDate } from '@/domain/shared/dates'
import type { Instant, LocalDate } from '@/domain/shared/model'
import { formatBRL } from '@/domain/shared/prices'
import { formatRating } from '@/domain/sessions/ratings'

/** The answer of `get_dashboard_stats` (docs/product.md, 'Dashboard'). */
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

const CHART_WEEKS = 8
const CHART_MONTHS = 6

/**
 * Where the device's weeks and months begin, oldest first, the running one last. Each list ends with the start of
 * what comes after: it only closes the last period. The database knows no time zone of a coach, so it is told.
 */
export interface ChartPeriods {
  weekDays: LocalDate[]
  weekStarts: Instant[]
  monthDays: LocalDate[]
  monthStarts: Instant[]
}

/** The last eight weeks (Monday to Sunday) and six months of the device at `now`. */
export function chartPeriods(now: Date): ChartPeriods {
  const week = startOfWeek(now, { weekStartsOn: 1 })
  const month = startOfMonth(now)
  const weeks = starts(CHART_WEEKS, (weeksFromNow) => add(week, { weeks: weeksFromNow }))
  const months = starts(CHART_MONTHS, (monthsFromNow) => add(month, { months: monthsFromNow }))
  return {
    weekDays: weeks.map(toLocalDate),
    weekStarts: weeks.map((start) => start.toISOString()),
    monthDays: months.map(toLocalDate),
    monthStarts: months.map((start) => start.toISOString()),
  }
}

/** The starts of `periods` periods up to the running one (0), and of the next. */
function starts(periods: number, at: (fromNow: number) => Date): Date[] {
  return Array.from({ length: periods + 1 }, (_, index) => at(index + 1 - periods))
}

/** The answer of `get_dashboard_charts`: one number for each period between two neighbouring starts. */
export interface ChartFigures {
  lessonsByWeek: number[]
  /** One decimal; null for a month without a rating. */
  ratingByMonth: (number | null)[]
  /** BRL. */
  revenueByMonth: number[]
}

/** One bar or dot of a chart, with its texts. */
export interface ChartPoint {
  /** 'nov' or '16/11': what fits below a bar. */
  label: string
  /** 'novembro de 2026' or 'Semana de 16/11/2026'. */
  name: string
  /** null: there is nothing to show. */
  value: number | null
  /** 'R$ 1.260,00', '12 aulas', '4,5': the value in full; '–' without one. */
  text: string
  /** '1,3 mil', '12', '4,5': what fits above a bar; '' without a value. */
  short: string
}

export interface DashboardCharts {
  revenue: ChartPoint[]
  lessons: ChartPoint[]
  rating: ChartPoint[]
}

// Noon of a day in UTC, so that no time zone moves it into another month.
const monthLabel = new Intl.DateTimeFormat('pt-BR', { month: 'short', timeZone: 'UTC' })
const monthName = new Intl.DateTimeFormat('pt-BR', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const compact = new Intl.NumberFormat('pt-BR', { notation: 'compact', maximumFractionDigits: 1 })

const ofMonth = (day: LocalDate): Pick<ChartPoint, 'label' | 'name'> => {
  const noon = new Date(`${day}T12:00:00Z`)
  return { label: monthLabel.format(noon).replace('.', ''), name: monthName.format(noon) }
}

const ofWeek = (day: LocalDate): Pick<ChartPoint, 'label' | 'name'> => ({
  label: formatDate(day).slice(0, 5),
  name: `Semana de ${formatDate(day)}`,
})

/** Puts the database's numbers beside the periods they were asked for. */
export function toCharts(periods: ChartPeriods, figures: ChartFigures): DashboardCharts {
  return {
    revenue: periods.monthDays.slice(0, -1).map((day, index) => {
      const value = figures.revenueByMonth[index] ?? 0
      return { ...ofMonth(day), value, text: formatBRL(value), short: compact.format(value) }
    }),
    lessons: periods.weekDays.slice(0, -1).map((day, index) => {
      const value = figures.lessonsByWeek[index] ?? 0
      const text = `${count.format(value)} ${value === 1 ? 'aula' : 'aulas'}`
      return { ...ofWeek(day), value, text, short: compact.format(value) }
    }),
    rating: periods.monthDays.slice(0, -1).map((day, index) => {
      const value = figures.ratingByMonth[index] ?? null
      const short = formatRating(value, '')
      return { ...ofMonth(day), value, text: short || '–', short }
    }),
  }
}

/** True when a chart would show nothing but zeros. */
export function isEmptyChart(points: readonly ChartPoint[]): boolean {
  return points.every(({ value }) => value === null || value === 0)
}
