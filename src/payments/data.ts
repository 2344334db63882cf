import type { Instant, LocalDate, Package, Payment, Student, Uuid } from '@/core/model'
import type { Result, Created } from '@/core/result'
import { isAsEntered } from '@/credits/applied'
import { runPlan } from '@/credits/data'
import type { StudentEffect } from '@/credits/effects'
import type { PaymentIntent } from '@/credits/intents'
import { planPayment, undoOfPayment } from '@/credits/plan-payment'
import { untold, type Untold } from '@/credits/untold'
import { MOST_ROWS, read, readOne } from '@/data/calls'
import { success } from '@/data/errors'
import { asOwner } from '@/data/owner'
import { PACKAGE_FORMS } from '@/packages/package-forms-texts'
import { PACKAGE_MESSAGES } from '@/packages/texts'
import {
  addMonths,
  firstDayOf,
  type Month,
  monthDays,
  type Entry,
  type FinanceFigures,
  type WaitingPackage,
} from './finance/rules'
import { FINANCE_FAILED } from './finance/texts'
import type { PaymentWithPackage } from './receipt'
import { MONEY_SERVICE } from './service-texts'

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
        .limit(MOST_ROWS),
    ),

  /** A payment or refund with its package. Succeeds with null for an unknown or malformed id. */
  receipt: (paymentId: Uuid): Promise<Result<PaymentWithPackage | null>> =>
    readOne('Erro ao buscar o recibo', (client, owner) =>
      client
        .from('payments')
        .select('*, package:packages!inner(name, payments(kind, amount))')
        .eq('user_id', owner)
        .eq('id', paymentId)
        .maybeSingle(),
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
      return query.order('payment_date').order('id').limit(FINANCE_PAGE)
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

interface PaymentDone {
  /** The stored package; null if it was deleted after an earlier attempt had changed it. */
  package: Package | null
  /** What the change did; for a repeat, what the first attempt did. */
  effects: StudentEffect[]
}

const write = (
  intent: PaymentIntent,
  { failed, done, overtaken }: { failed: string; done: string; overtaken: string },
  only: Uuid | undefined,
): Promise<Created<Untold<PaymentDone>>> =>
  asOwner({ failed, only }, async (client, owner) => {
    const result = await runPlan(client, owner, {
      // Price and credits computed from `typed` are not compared: after a reload they are computed from what a first
      // attempt has changed.
      entered: { ...intent, ...(intent.typed && { price: null, adjust: null }) },
      named: [{ id: intent.packageId, name: intent.seen.name }],
      asked: { studentIds: [intent.studentId] },
      decide: (facts, now) => planPayment(intent, facts, now),
      apply: (plan) => client.rpc('apply_payment_plan', { plan }),
      failed,
      busy: PACKAGE_FORMS.service.busy,
      special: () => ({ overtaken, 'package-below-used': PACKAGE_MESSAGES.plans.moreThanLeft }),
    })
    if ('code' in result) return result
    const { applied, effects } = result
    const outcome = isAsEntered(applied) ? 'saved' : 'already-saved'
    return { ...success(untold({ package: applied.package, effects }), done), outcome }
  })

/** Changes of money. */
export const paymentPlans = {
  /**
   * Applies a change of a package's money, all or nothing and once for each operation id, in two requests. Fails with
   * 'overtaken' if the money is not as the coach saw it.
   */
  apply: (intent: PaymentIntent, only?: Uuid) => write(intent, MONEY_SERVICE.change, only),

  /** Removes the payments that `added` added, and restores those that it removed. */
  undo: (added: PaymentIntent, opId: Uuid, only?: Uuid) => {
    const { undo: texts } = MONEY_SERVICE
    const done = added.remove?.length ? texts.corrected : texts.done
    return write(undoOfPayment(added, opId), { ...texts, done }, only)
  },
}
