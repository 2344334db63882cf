import { add } from 'date-fns/add'
import { startOfMonth } from 'date-fns/startOfMonth'
import { startOfWeek } from 'date-fns/startOfWeek'
import { countOf } from '@/core/common-texts'
import { formatDate, formatMonth, inUTC, toLocalDate, shortDay } from '@/core/dates'
import { dateFormatter, numberFormatter } from '@/core/formatters'
import type { LocalDate, Student } from '@/core/model'
import { formatBRL } from '@/core/prices'
import { sumAmounts } from '@/payments/money'
import { formatRating } from '@/sessions/ratings'

export const DASHBOARD_MESSAGES = {
  service: 'Erro ao buscar estatísticas',
  loadFailed: { title: 'Erro ao carregar dashboard', description: 'Ocorreu um erro ao carregar os dados.' },
} as const

/** What `get_dashboard_stats` returns (docs/product.md, 'Dashboard'). */
export interface DashboardStats {
  totalActiveStudents: number
  /** Lessons on the device's local day. */
  todaysSessions: number
  /** In BRL: the prices of the packages that start in this month, received or not. */
  monthlyRevenue: number
  /** In BRL: what is owed for all packages together. */
  openAmount: number
  /** `openAmount` by due day; amounts due a month ago or earlier are under one day. */
  openByDay: Record<LocalDate, number>
  /** How many monthly packages wait to be renewed: for this month, and for the next. */
  renewals: number[]
  /** Mean of all ratings with one decimal; null without any. */
  averageRating: number | null
  /** null: the coach closed 'Primeiros passos'. */
  firstSteps: FirstSteps | null
}

const count = numberFormatter()

/** The four figures as text: counts, revenue in BRL, rating with one decimal, 'N/A' without any. */
export const dashboardFigures = (stats: DashboardStats) => ({
  activeStudents: count(stats.totalActiveStudents),
  todaysSessions: count(stats.todaysSessions),
  monthlyRevenue: formatBRL(stats.monthlyRevenue),
  averageRating: formatRating(stats.averageRating, 'N/A'),
})

/** In BRL: what was due before `today`. */
export const lateAmount = ({ openByDay }: Pick<DashboardStats, 'openByDay'>, today: LocalDate): number =>
  sumAmounts(Object.entries(openByDay).flatMap(([due, amount]) => (due < today ? amount : [])))

const CHART_WEEKS = 8
const CHART_MONTHS = 6

/**
 * The last eight weeks (Monday to Sunday) and six months as of `now`, in the device's time zone, which the database
 * does not know: the start of each, oldest first. Each list has one extra entry, which ends the last period.
 */
export function chartPeriods(now: Date) {
  const week = startOfWeek(now, { weekStartsOn: 1 })
  const month = startOfMonth(now)
  const weeks = fromNow(CHART_WEEKS).map((by) => add(week, { weeks: by }))
  const months = fromNow(CHART_MONTHS).map((by) => add(month, { months: by }))
  return {
    weekDays: weeks.map(toLocalDate),
    weekStarts: weeks.map((start) => start.toISOString()),
    monthDays: months.map(toLocalDate),
    monthStarts: months.map((start) => start.toISOString()),
  }
}

/** Offsets from the current period (0) to the next one: -7 to 1 for eight periods. */
const fromNow = (periods: number): number[] =>
  Array.from({ length: periods + 1 }, (_, index) => index + 1 - periods)

/** What `get_dashboard_charts` returns: one number per period. */
export interface ChartFigures {
  lessonsByWeek: number[]
  /** One decimal; null for a month without ratings. */
  ratingByMonth: (number | null)[]
  /** In BRL. */
  revenueByMonth: number[]
  /** In BRL: payments less refunds. */
  receivedByMonth: number[]
}

/** The names of a month's two bars. */
export const SOLD_AND_RECEIVED = ['Vendido', 'Recebido'] as const

/** One bar or dot of a chart, with its display texts. */
export interface ChartPoint {
  /** Below a bar: 'nov' or '16/11'. */
  label: string
  /** 'novembro de 2026' or 'Semana de 16/11/2026'. */
  name: string
  /** null: no value in this period. */
  value: number | null
  /** The value in full: 'R$ 1.260,00', '12 aulas', '4,5'; '–' if there is no value. */
  text: string
  /** Above a bar: '1,3 mil', '12', '4,5'; '' if there is no value. */
  short: string
}

export interface DashboardCharts {
  revenue: ChartPoint[]
  received: ChartPoint[]
  lessons: ChartPoint[]
  rating: ChartPoint[]
}

const monthLabel = dateFormatter({ month: 'short', timeZone: 'UTC' })
// '1,3 mil', but '126 mil': a longer number would touch its neighbour on a phone.
const compact = numberFormatter({
  notation: 'compact',
  maximumFractionDigits: 1,
  maximumSignificantDigits: 3,
  roundingPriority: 'lessPrecision',
})

const ofMonth = (day: LocalDate): Pick<ChartPoint, 'label' | 'name'> => ({
  label: monthLabel(inUTC(day)).replace('.', ''),
  name: formatMonth(day.slice(0, 7)),
})

const ofWeek = (day: LocalDate): Pick<ChartPoint, 'label' | 'name'> => ({
  label: shortDay(day),
  name: `Semana de ${formatDate(day)}`,
})

export const moneyPoint = (month: LocalDate, value: number): ChartPoint => ({
  ...ofMonth(month),
  value,
  text: formatBRL(value),
  short: compact(value),
})

/** Combines the database's numbers with the periods they were requested for. */
export function toCharts(periods: ReturnType<typeof chartPeriods>, figures: ChartFigures): DashboardCharts {
  const months = periods.monthDays.slice(0, -1)
  const money = (values: readonly number[]) => months.map((day, index) => moneyPoint(day, values[index] ?? 0))
  return {
    revenue: money(figures.revenueByMonth),
    received: money(figures.receivedByMonth),
    lessons: periods.weekDays.slice(0, -1).map((day, index) => {
      const value = figures.lessonsByWeek[index] ?? 0
      const text = countOf(value, 'aula', 'aulas')
      return { ...ofWeek(day), value, text, short: compact(value) }
    }),
    rating: months.map((day, index) => {
      const value = figures.ratingByMonth[index] ?? null
      const short = formatRating(value, '')
      return { ...ofMonth(day), value, text: short || '–', short }
    }),
  }
}

export const isEmptyChart = (points: readonly ChartPoint[]): boolean =>
  points.every(({ value }) => value === null || value === 0)

/** A chart of fewer periods would not show a development. */
const FEWEST_PERIODS = 3

/** The first period that a chart shows: the first with data, or an earlier one if too few would remain. */
export function firstShown(...series: (readonly ChartPoint[] | undefined)[]): number {
  const lists = series.flatMap((points) => (points ? [points] : []))
  const firsts = lists.map((points) => points.findIndex(({ value }) => value !== null && value !== 0))
  const first = Math.min(...firsts.filter((at) => at !== -1))
  return Math.max(0, Math.min(first, (lists[0]?.length ?? 0) - FEWEST_PERIODS))
}

/** 'Primeiros passos' (docs/product.md, 'First steps'), in the order in which a new coach takes them. */
export const FIRST_STEPS = ['student', 'package', 'lesson', 'link'] as const
export type FirstStep = (typeof FIRST_STEPS)[number]

/** Which steps are done according to the coach's data. */
export type FirstSteps = Record<FirstStep, boolean>

/** The first step that is not done; null if all are. */
export const nextStep = (steps: FirstSteps): FirstStep | null =>
  FIRST_STEPS.find((step) => !steps[step]) ?? null

/**
 * The student whom a step is about: a package is for an active student without credits, a lesson for one with credits.
 * For the link, or if none fits, the newest active one.
 *
 * @param newest the newest students, newest first.
 */
export function studentOf<Of extends Pick<Student, 'status' | 'total_credits'>>(
  step: FirstStep,
  newest: readonly Of[],
): Of | undefined {
  const active = newest.filter(({ status }) => status === 'active')
  const fits = active.find(
    ({ total_credits: credits }) =>
      (step === 'package' && credits === 0) || (step === 'lesson' && credits > 0),
  )
  return fits ?? active[0]
}

const NEW_ACCOUNT_DAYS = 30

/**
 * Whether 'Primeiros passos' is likely to show. Until the figures are read, nothing else then shows, so that the steps
 * push nothing down.
 */
export function mayShowSteps(accountCreatedAt: string | undefined, now: Date): boolean {
  if (accountCreatedAt === undefined) return false
  return now.getTime() - Date.parse(accountCreatedAt) < NEW_ACCOUNT_DAYS * 24 * 60 * 60_000
}
