import type { LocalDate } from '@/core/model'
import type { Result } from '@/core/result'
import { MOST_ROWS, read } from '@/data/calls'
import { success } from '@/data/errors'
import { firstDayOf, addMonths, type Month } from './months'
import type { WaitingPackage } from './renewals'
import { monthDays, type Entry, type FinanceFigures, type OpenPackage } from './rules'
import { FINANCE_SERVICE as texts } from './service-texts'

/** Rows of one page of a list. */
export const FINANCE_PAGE = 50

const OF_PACKAGE = 'package:packages(name, student:students!packages_student_fkey(name))'

/** A page ends where the next one begins. */
export type Cursor = { day: LocalDate; id: string } | null

export const finance = {
  /** Sold and received in the months around this one, and what is owed: one request, from running sums. */
  figures: (month: Month, running: Month, today: LocalDate): Promise<Result<FinanceFigures>> =>
    read(texts.figures, (client) =>
      client.rpc('get_finance', { month_days: monthDays(month, running), today }),
    ),

  /** A page of the packages of which something is owed, by payment date. */
  openPackages: (after: Cursor = null): Promise<Result<OpenPackage[]>> =>
    read(texts.open, (client, owner) => {
      let query = client
        .from('packages')
        .select('*, student:students!packages_student_fkey(id, name, phone, anonymized_at)')
        .eq('user_id', owner)
        .gt('open_amount', 0)
      // The first condition lets the index begin there.
      if (after) query = query.gte('payment_date', after.day).or(beyond('payment_date', 'gt', after))
      return query
        .order('payment_date')
        .order('id')
        .limit(FINANCE_PAGE)
        .overrideTypes<OpenPackage[], { merge: false }>()
    }),

  /** A page of the payments and refunds of a month, the newest first. */
  entries: (month: Month, after: Cursor = null, count = FINANCE_PAGE): Promise<Result<Entry[]>> =>
    read(texts.entries, (client, owner) => {
      let query = client
        .from('payments')
        .select(`*, ${OF_PACKAGE}`)
        .eq('user_id', owner)
        .gte('paid_on', firstDayOf(month))
        .lt('paid_on', firstDayOf(addMonths(month, 1)))
      if (after) query = query.lte('paid_on', after.day).or(beyond('paid_on', 'lt', after))
      return query
        .order('paid_on', { ascending: false })
        .order('id')
        .limit(count)
        .overrideTypes<Entry[], { merge: false }>()
    }),

  /** All payments and refunds of a month, the newest first. */
  allEntries: async (month: Month): Promise<Result<Entry[]>> => {
    const all: Entry[] = []
    for (;;) {
      const last = all.at(-1)
      const page = await finance.entries(month, last ? { day: last.paid_on, id: last.id } : null, MOST_ROWS)
      if (!page.success) return page
      all.push(...page.data)
      if (page.data.length < MOST_ROWS) return success(all)
    }
  },

  /** The packages marked 'Renovar todo mês' that wait to be renewed for a month. */
  renewals: (month: Month): Promise<Result<WaitingPackage[]>> =>
    read(texts.renewals, (client) => client.rpc('get_monthly_renewals', { month: firstDayOf(month) })),
}

const beyond = (column: string, order: 'gt' | 'lt', { day, id }: NonNullable<Cursor>): string =>
  `${column}.${order}.${day},and(${column}.eq.${day},id.gt.${id})`
