import { dayBounds, monthStart } from '@/core/dates'
import type { LocalDate, Uuid } from '@/core/model'
import { chartPeriods } from '@/dashboard/rules'
import { sum } from '../measure'
import { ok, type Answer, type BaselineClient } from './client'

const CHUNK = 1000

/** All rows, read 1,000 per request to be summed on the device. */
async function all<Row>(read: (from: number, to: number) => Answer<Row[] | null>): Promise<Row[]> {
  const rows: Row[] = []
  for (;;) {
    const chunk = await ok(read(rows.length, rows.length + CHUNK - 1))
    rows.push(...chunk)
    if (chunk.length < CHUNK) return rows
  }
}

/** Everything that the dashboard shows, summed on the device; independent reads run in parallel. */
export async function dashboard(client: BaselineClient, owner: Uuid, now: Date) {
  const today = dayBounds(now)
  const { weekStarts, monthStarts, monthDays } = chartPeriods(now)
  const mine = (table: string, columns: string) => client.from(table).select(columns).eq('user_id', owner)
  const counted = (table: string) =>
    client.from(table).select('*', { count: 'exact', head: true }).eq('user_id', owner)
  const [students, lessonsToday, ratings, lessons, rated, sales, newest] = await Promise.all([
    counted('pupils').eq('status', 'active'),
    counted('lessons').gte('date', today.start).lt('date', today.end),
    all<{ rating: number }>((from, to) =>
      mine('feedbacks', 'rating')
        .order('session_id')
        .order('student_id')
        .range(from, to)
        .overrideTypes<{ rating: number }[], { merge: false }>(),
    ),
    all<{ date: string }>((from, to) =>
      mine('lessons', 'date')
        .gte('date', weekStarts[0] ?? '')
        .order('date')
        .range(from, to)
        .overrideTypes<{ date: string }[], { merge: false }>(),
    ),
    all<{ date: string; feedbacks: { rating: number }[] }>((from, to) =>
      mine('lessons', 'date, feedbacks(rating)')
        .gte('date', monthStarts[0] ?? '')
        .order('date')
        .range(from, to)
        .overrideTypes<{ date: string; feedbacks: { rating: number }[] }[], { merge: false }>(),
    ),
    all<{ price: number; purchase_date: LocalDate }>((from, to) =>
      mine('packs', 'price, purchase_date')
        .gte('purchase_date', monthDays[0] ?? '')
        .order('purchase_date')
        .order('id')
        .range(from, to)
        .overrideTypes<{ price: number; purchase_date: LocalDate }[], { merge: false }>(),
    ),
    ok(
      mine('pupils', '*')
        .order('created_at', { ascending: false })
        .limit(4)
        .overrideTypes<{ id: Uuid }[], { merge: false }>(),
    ),
    // Read because the screen reads it; nothing measured here uses it.
    ok(mine('notices', '*').eq('resolved', false).order('created_at', { ascending: false }).limit(7)),
    ok(mine('pupils', '*, packs(*)').eq('status', 'active').gt('packs.remaining_classes', 0)),
  ])
  const month = monthStart(now)
  return {
    totalActiveStudents: students.count,
    todaysSessions: lessonsToday.count,
    monthlyRevenue: sum(sales.filter((sale) => sale.purchase_date >= month).map(({ price }) => price)),
    averageRating: mean(ratings.map(({ rating }) => rating)),
    lessonsByWeek: within(weekStarts, lessons).map((week) => week.length),
    ratingByMonth: within(monthStarts, rated).map((lessonsOfMonth) =>
      mean(lessonsOfMonth.flatMap((lesson) => lesson.feedbacks.map(({ rating }) => rating))),
    ),
    revenueByMonth: monthDays
      .slice(0, -1)
      .map((start, index) =>
        sum(
          sales
            .filter(
              (sale) => sale.purchase_date >= start && sale.purchase_date < (monthDays[index + 1] ?? ''),
            )
            .map(({ price }) => price),
        ),
      ),
    newest: newest.map(({ id }) => id),
  }
}

/** The mean rounded to one decimal; null without numbers. */
const mean = (numbers: readonly number[]): number | null =>
  numbers.length === 0 ? null : Math.round((sum(numbers) / numbers.length) * 10) / 10

/** The rows of each period between neighbouring starts. */
function within<Row extends { date: string }>(starts: readonly string[], rows: readonly Row[]): Row[][] {
  return starts.slice(0, -1).map((start, index) => {
    const [from, to] = [Date.parse(start), Date.parse(starts[index + 1] ?? start)]
    return rows.filter(({ date }) => Date.parse(date) >= from && Date.parse(date) < to)
  })
}
