import type { Instant, LocalDate, Package, Payment, Student, Uuid } from '@/core/model'
import type { Result } from '@/core/result'
import { MOST_ROWS, read, readOne } from '@/data/calls'
import { success } from '@/data/errors'
import { addMonths, firstDayOf, type Month } from './finance/months'
import { monthDays, type Entry, type FinanceFigures, type WaitingPackage } from './finance/rules'
import { FINANCE_FAILED } from './finance/texts'
import type { PaymentWithPackage } from './receipt'

export type OpenPackage = Package & { student: Pick<Student, 'id' | 'name' | 'phone' | 'anonymized_at'> }

export const FINANCE_PAGE = 50

/** The last row of the page before; null for the first page. */
export type Cursor = { day: LocalDate; id: string } | null
/** Of one day the entries come as they were entered. */
export type EntryCursor = { day: LocalDate; at: Instant; id: string } | null

export const entryCursor = ({ paid_on: day, created_at: at, id }: Entry) => ({ day, at, id })

export const payments = {
  /** Payments and refunds of all packages of a student, newest day first. */
  listByStudent: (studentId: Uuid): Promise<Result<Payment[]>> =>
    read('Erro ao buscar pagamentos', (client, owner) =>
      client
        .from('payments')
        .select()
        .eq('user_id', owner)
        .eq('student_id', studentId)
        .order('paid_on', { ascending: false })
        .order('created_at', { ascending: false })
        .order('id')
        .limit(MOST_ROWS)
        .overrideTypes<Payment[], { merge: false }>(),
    ),

  /** A payment or refund with its package. Succeeds with null for an unknown or malformed id. */
  receipt: (paymentId: Uuid): Promise<Result<PaymentWithPackage | null>> =>
    readOne('Erro ao buscar o recibo', (client, owner) =>
      client
        .from('payments')
        .select('*, package:packages!inner(name, payments(kind, amount))')
        .eq('user_id', owner)
        .eq('id', paymentId)
        .maybeSingle()
        .overrideTypes<PaymentWithPackage, { merge: false }>(),
    ),
}

export const finance = {
  /** What was sold and received in the months around this one, and what is owed, in one request from running sums. */
  figures: (month: Month, running: Month, today: LocalDate): Promise<Result<FinanceFigures>> =>
    read(FINANCE_FAILED.figures, (client) =>
      client.rpc('get_finance', { month_days: monthDays(month, running), today }),
    ),

  /** A page of the packages that are not fully paid, by payment date. */
  openPackages: (after: Cursor = null): Promise<Result<OpenPackage[]>> =>
    read(FINANCE_FAILED.open, (client, owner) => {
      let query = client
        .from('packages')
        .select('*, student:students!packages_student_fkey(id, name, phone, anonymized_at)')
        .eq('user_id', owner)
        .gt('open_amount', 0)
      // The first condition lets the index start at this day.
      if (after) {
        const { day, id } = after
        const beyond = `payment_date.gt.${day},and(payment_date.eq.${day},id.gt.${id})`
        query = query.gte('payment_date', day).or(beyond)
      }
      return query
        .order('payment_date')
        .order('id')
        .limit(FINANCE_PAGE)
        .overrideTypes<OpenPackage[], { merge: false }>()
    }),

  /** A page of the payments and refunds of a month, newest first, of one day by when they were entered. */
  entries: (month: Month, after: EntryCursor = null, count = FINANCE_PAGE): Promise<Result<Entry[]>> =>
    read(FINANCE_FAILED.entries, (client, owner) => {
      let query = client
        .from('payments')
        .select('*, package:packages(name, student:students!packages_student_fkey(name))')
        .eq('user_id', owner)
        .gte('paid_on', firstDayOf(month))
        .lt('paid_on', firstDayOf(addMonths(month, 1)))
      if (after) {
        const { day, at, id } = after
        const sameDay = `paid_on.eq.${day},created_at`
        const beyond = `paid_on.lt.${day},and(${sameDay}.lt."${at}"),and(${sameDay}.eq."${at}",id.gt.${id})`
        query = query.lte('paid_on', day).or(beyond)
      }
      return query
        .order('paid_on', { ascending: false })
        .order('created_at', { ascending: false })
        .order('id')
        .limit(count)
        .overrideTypes<Entry[], { merge: false }>()
    }),

  /** All payments and refunds of a month, newest first. */
  allEntries: async (month: Month): Promise<Result<Entry[]>> => {
    const all: Entry[] = []
    for (;;) {
      const last = all.at(-1)
      const page = await finance.entries(month, last ? entryCursor(last) : null, MOST_ROWS)
      if (!page.success) return page
      all.push(...page.data)
      if (page.data.length < MOST_ROWS) return success(all)
    }
  },

  /** The packages marked 'Renovar todo mês' that are not renewed for the month yet. */
  renewals: (month: Month): Promise<Result<WaitingPackage[]>> =>
    read('Erro ao buscar renovações', (client) =>
      client.rpc('get_monthly_renewals', { month: firstDayOf(month) }),
    ),
}
