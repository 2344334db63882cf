import type { Package, Session, Uuid } from '@/core/model'
import { failure, type Created, type Failure, type Result } from '@/core/result'
import { isAsEntered, type Applied, type Effects } from '@/credits/applied'
import { runPlan } from '@/credits/data'
import type { StudentEffect } from '@/credits/effects'
import { readCreditFacts } from '@/credits/facts-data'
import type {
  AdjustIntent,
  ExtendIntent,
  SaleIntent,
  UndoSaleIntent,
  TakeBackIntent,
} from '@/credits/intents'
import {
  adjusted,
  packageRow,
  planAdjust,
  planExtend,
  planSale,
  planTakeBack,
  planUndoAdjust,
  planUndoSale,
  undoOfSale,
} from '@/credits/plan-package'
import type { PlanResult, CreditFacts, ExtensionFacts } from '@/credits/plan-types'
import { untold, type Untold } from '@/credits/untold'
import { mapped, read } from '@/data/calls'
import { created, knownFailure, success } from '@/data/errors'
import { asOwner } from '@/data/owner'
import type { Client } from '@/data/supabase'
import { storedEarlier } from '@/data/table'
import { PACKAGE_FORMS } from './package-forms-texts'
import { asSold, packageName } from './rules'
import type { LastSale } from './sale.schema'
import { PACKAGE_MESSAGES } from './texts'

const { service: texts, plans } = PACKAGE_MESSAGES
const { service: forms } = PACKAGE_FORMS

/** How many newest sales are searched for packages to offer again. */
const RECENT_SALES = 20

/** A sale as the database stored it, and its effects. */
export interface Sold {
  package: Package
  /** What the sale did; for a repeat, what the first attempt did. Empty if that is no longer known. */
  effects: StudentEffect[]
  /** What undoes the sale; null if the stored sale is not what the coach entered now. */
  undo: Omit<UndoSaleIntent, 'opId'> | null
}

/** What a change of credits or validity did. `replayed`: an earlier attempt did it. */
export type PackageChanged = { effects: StudentEffect[]; replayed: boolean }

/** A lesson without a package of one student. */
export type OwedLesson = Pick<Session, 'id' | 'date' | 'day' | 'version'>

/** How many owed lessons are offered for settling. */
const OWED_LIMIT = 100

/**
 * The monthly package that 'Renovar' on this one renews; null: none. If others follow it, it is the last of them: a
 * renewal that begins today may follow a package that begins later (docs/product.md, 'Monthly renewals').
 */
function renewedBy(
  pkg: Pick<Package, 'id' | 'renews_monthly'>,
  all: readonly Pick<Package, 'id' | 'renews' | 'renews_monthly'>[],
): Uuid | null {
  if (!pkg.renews_monthly) return null
  const next = all.find(({ renews }) => renews === pkg.id)
  return next ? renewedBy(next, all) : pkg.id
}

const change = <Intent extends AdjustIntent | TakeBackIntent>(
  intent: Intent,
  decide: (intent: Intent, facts: CreditFacts, now: Date) => PlanResult,
  [failed, done]: readonly [string, string],
  only: Uuid | undefined,
  /** Of the package afterwards. */
  name = intent.seen.name,
) =>
  asOwner({ failed, only }, async (client, owner) => {
    const result = await runPlan(client, owner, {
      entered: intent,
      named: [{ id: intent.packageId, name }],
      asked: { studentIds: [intent.studentId] },
      decide: (facts, now) => decide(intent, facts, now),
      apply: (plan) => client.rpc('apply_session_plan', { plan }),
      failed,
      busy: forms.busy,
      special: () => ({ 'package-below-used': plans.moreThanLeft }),
    })
    // 'in-use' is a broken foreign key, here of a package that is gone.
    if ('code' in result && result.code === 'in-use') return knownFailure('package-not-found')
    return changed(result, done)
  })

function changed(
  result: { applied: Applied; effects: StudentEffect[] } | Failure,
  done: string,
): Created<Untold<PackageChanged>> {
  if ('code' in result) return result
  const { applied, effects } = result
  const { replayed } = applied
  const outcome = isAsEntered(applied) ? 'saved' : 'already-saved'
  return { ...success(untold({ effects, replayed }), done), outcome }
}

/** What undoes a sale. For a repeat it takes the payment and the settled lessons from the first attempt's effects. */
function soldUndo(intent: SaleIntent, effects: Effects | null): Sold['undo'] {
  const undo = undoOfSale(intent)
  if (effects === null) return undo
  const payments = effects.payments.flatMap(({ after }) => after?.id ?? [])
  const settled = effects.participants.flatMap(({ after }) => after?.session_id ?? [])
  return { ...undo, settled, expected: { ...undo.expected, payments } }
}

/** Writes that go through a credit plan, and their forms' reads. Apart from `packages`, which every profile loads. */
export const packagePlans = {
  /**
   * Sells a package, settles owed lessons with it and stores its payment, all or nothing, in two requests. A repeat
   * with the same `opId` answers the first result; with another one, what is stored under this package id
   * ('already-saved' if that differs).
   */
  sell: (intent: SaleIntent, only?: Uuid): Promise<Created<Untold<Sold>>> =>
    asOwner({ failed: texts.create, only }, async (client, owner): Promise<Created<Untold<Sold>>> => {
      const result = await runPlan(client, owner, {
        // Not compared with an earlier attempt: the payment's id, which is new in each try, and what a reload reads
        // again after a first attempt may have changed it.
        entered: {
          ...intent,
          payment: intent.payment && { ...intent.payment, id: null },
          settle: null,
          renews: null,
        },
        asked: {
          studentIds: [intent.studentId],
          sessionIds: intent.settle.map(({ sessionId }) => sessionId),
        },
        named: [{ id: intent.packageId, name: packageName(intent.values.totalClasses) }],
        decide: (facts, now) => planSale(intent, facts, now),
        apply: (sale) => client.rpc('sell_package', { sale }),
        failed: texts.create,
        busy: forms.busy,
        special: () => ({
          'already-deleted': texts.alreadyDeleted,
          overtaken: forms.settleChanged,
          'session-not-found': forms.settleChanged,
        }),
      })
      if ('applied' in result) {
        const { package: sold, effects } = result.applied
        // An earlier attempt sold the package, and it was deleted since.
        if (sold === null) return failure('already-deleted', texts.alreadyDeleted)
        const data = { package: sold, effects: result.effects, undo: soldUndo(intent, effects) }
        const isSame = isAsEntered(result.applied)
        return created(isSame, untold(isSame ? data : { ...data, undo: null }), texts.created)
      }
      if (result.code !== 'already-exists') return result
      // Another operation has sold this package: its payment and its settled lessons are not those of this form.
      const there = await storedEarlier<Package>(
        () => readPackage(client, owner, intent.packageId),
        { student_id: intent.studentId, ...packageRow(intent.values) },
        { failed: texts.create, done: texts.created, alreadyDeleted: texts.alreadyDeleted },
      )
      if (!there.success) return there
      const data = { package: there.data, effects: [], undo: null }
      return created(false, untold(data), texts.created)
    }),

  /**
   * Undoes a sale. Fails, and changes nothing, with 'package-used' once another lesson uses the package, and with
   * 'overtaken' once anything else about it has changed.
   */
  undoSale: (intent: UndoSaleIntent, only?: Uuid): Promise<Created<Untold<PackageChanged>>> =>
    asOwner({ failed: forms.undo, only }, async (client, owner) => {
      const result = await runPlan(client, owner, {
        entered: intent,
        asked: { studentIds: [intent.studentId], sessionIds: intent.settled },
        named: [{ id: intent.packageId, name: packageName(intent.expected.total_classes) }],
        decide: (facts, now) => planUndoSale(intent, facts, now),
        apply: (plan) => client.rpc('apply_session_plan', { plan }),
        failed: forms.undo,
        busy: forms.busy,
        // If a settled lesson was changed since, the facts are read again: only the lesson's package matters here.
        replan: ['busy', 'overtaken', 'session-not-found'],
      })
      if ('code' in result && result.code === 'sale-changed') return failure('overtaken', forms.saleChanged)
      // The facts leave out a package without credits; the database's foreign key does not.
      if ('code' in result && result.code === 'in-use') return knownFailure('package-used')
      return changed(result, forms.saleUndone)
    }),

  /** Adjusts the credits by hand. Fails with 'overtaken' if the package was adjusted since the coach saw it. */
  adjust: (intent: AdjustIntent, only?: Uuid) =>
    change(
      intent,
      planAdjust,
      [forms.adjust, forms.adjusted],
      only,
      adjusted(intent.seen, intent.delta).name,
    ),

  undoAdjust: (intent: AdjustIntent, only?: Uuid) =>
    change(intent, planUndoAdjust, [forms.undo, forms.adjustUndone], only),

  extend: (intent: ExtendIntent, only?: Uuid) =>
    change(intent, planExtend, [forms.extend, forms.extended], only),

  /** Takes back an extension given by hand. Succeeds if it is gone already. */
  takeBack: (intent: TakeBackIntent, only?: Uuid) =>
    change(intent, planTakeBack, [forms.undo, forms.extensionUndone], only),

  /** The days that were given to a student's packages and count, newest first. */
  extensions: (studentId: Uuid): Promise<Result<ExtensionFacts[]>> =>
    asOwner(forms.extensions, async (client) => {
      const facts = await readCreditFacts(client, { studentIds: [studentId] }, forms.extensions)
      return facts.success ? success(facts.data.extensions.filter(({ stands }) => stands)) : facts
    }),

  /** The student's lessons without a package, oldest first, at most 100. */
  owedLessons: (studentId: Uuid): Promise<Result<OwedLesson[]>> =>
    mapped(
      read(forms.owed, (client, owner) =>
        client
          .from('session_package_assignments')
          .select('session:sessions!inner(id, date, day, version)')
          .eq('user_id', owner)
          .eq('student_id', studentId)
          .eq('charged', true)
          .is('package_id', null),
      ),
      (rows) => {
        // Sorted here, because an index finds the student's rows, while ordering by lesson would read all students'
        // rows.
        const lessons = rows.map(({ session }) => session)
        return lessons.toSorted((a, b) => Date.parse(a.date) - Date.parse(b.date)).slice(0, OWED_LIMIT)
      },
    ),

  /** The coach's newest sales, newest first, as they were sold. */
  recentSales: (): Promise<Result<Package[]>> =>
    mapped(
      read(texts.list, (client, owner) =>
        client
          .from('packages')
          .select('*')
          .eq('user_id', owner)
          .order('created_at', { ascending: false })
          .limit(RECENT_SALES),
      ),
      (sold) => sold.map((pkg) => asSold(pkg)),
    ),

  /** The newest sale to a student, with the payment of that sale; null if the student never bought. */
  lastSale: (studentId: Uuid): Promise<Result<LastSale | null>> =>
    mapped(
      read(texts.list, (client, owner) =>
        client
          .from('packages')
          .select('*, payments(method, amount, paid_on, own, created_at)')
          .eq('user_id', owner)
          .eq('student_id', studentId)
          .eq('payments.kind', 'payment')
          .order('purchase_date', { ascending: false })
          .order('created_at', { ascending: false })
          .order('own', { referencedTable: 'payments', ascending: false })
          .order('created_at', { referencedTable: 'payments' })
          .limit(1, { referencedTable: 'payments' }),
      ),
      (sold) => {
        const [last] = sold
        if (last === undefined) return null
        const { payments, ...pkg } = last
        // The payment of the sale: written in the sale's own transaction, or marked as `own`, which a correction keeps.
        const first = payments.find(({ own, created_at }) => own || created_at === pkg.created_at)
        return {
          package: asSold(pkg),
          payment: first ? { method: first.method, amount: first.amount, paidOn: first.paid_on } : null,
          renews: renewedBy(last, sold),
        }
      },
    ),
}

/** The stored package; null if it does not exist. */
export const readPackage = (client: Client, owner: Uuid, id: Uuid) =>
  client.from('packages').select().eq('user_id', owner).eq('id', id).maybeSingle()
