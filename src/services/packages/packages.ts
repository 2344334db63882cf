import type { StudentEffect } from '@/domain/credits/effects'
import type { AdjustIntent, ExtendIntent, SaleIntent, UndoSaleIntent } from '@/domain/credits/intents'
import {
  planAdjust,
  planExtend,
  planSale,
  planUndoAdjust,
  planUndoExtend,
  planUndoSale,
} from '@/domain/credits/plan-package'
import type { PlanResult } from '@/domain/credits/plan-result'
import type { CreditFacts } from '@/domain/credits/plan-types'
import type { PackageDialogValues } from '@/domain/packages/package.schema'
import { expiryDate, packageName, usedClasses } from '@/domain/packages/packages'
import type { LastSale } from '@/domain/packages/sale.schema'
import type { Instant, LocalDate, Package, PaymentMethod, Session, Uuid } from '@/domain/shared/model'
import { failure, type Created, type Failure, type Result } from '@/domain/shared/result'
import { asOwner } from '@/services/account/owner'
import { send } from '@/services/network/retry'
import { hasValues, inDoubt, knownFailure, success, toFailure } from '@/services/supabase/errors'
import { insertOnce } from '@/services/supabase/insert-once'
import type { Client } from '@/services/supabase/supabase'
import { updateSeen, type Seen } from '@/services/supabase/update-seen'
import { MESSAGES } from '@/texts/shared/messages'
import { writePackage } from './write-package'

type Written = Pick<Package, 'name' | 'total_classes' | 'price' | 'purchase_date' | 'payment_date'> &
  Partial<Pick<Package, 'expiry_date' | 'validity_days'>>

const { service: texts, plans } = MESSAGES.packages

/**
 * Form values as columns; name and expiry are derived (docs/product.md, 'Packages'). Where the validity begins with the
 * first lesson, the database computes the expiry.
 */
function toRow(values: PackageDialogValues, extendedDays = 0): Written {
  return {
    name: packageName(values.totalClasses),
    total_classes: values.totalClasses,
    price: values.price,
    purchase_date: values.startDate,
    payment_date: values.paymentDate,
    ...(values.firstLessonValidity
      ? { validity_days: values.validityDays }
      : {
          validity_days: null,
          expiry_date: expiryDate(values.startDate, values.validityDays + extendedDays),
        }),
  }
}

function read(client: Client, owner: Uuid, id: Uuid) {
  return client.from('packages').select().eq('user_id', owner).eq('id', id).maybeSingle()
}

function belowUsed(used: number): Failure {
  return failure('package-below-used', MESSAGES.packages.belowUsed(used))
}

/** A sale as it was stored, and what it did. */
export interface Sold {
  package: Package
  /** Empty if an earlier attempt had already done it. */
  effects: StudentEffect[]
}

/** What changing a package's credits or validity did; empty if an earlier attempt had already done it. */
export interface PackageChanged {
  effects: StudentEffect[]
}

/** A lesson without a package of one student. */
export type OwedLesson = Pick<Session, 'id' | 'date' | 'day' | 'version'>

/** Owed lessons that are offered for settling. */
const OWED_LIMIT = 100

/** The API answers at most this many rows. */
const LIST_CHUNK = 1000

interface SoldRow extends Package {
  payments: { method: PaymentMethod; amount: number; paid_on: LocalDate; own: boolean; created_at: Instant }[]
}

type Decide<Intent> = (intent: Intent, facts: CreditFacts, now: Date) => PlanResult

function adjustment(
  intent: AdjustIntent,
  decide: Decide<AdjustIntent>,
  [failed, done]: readonly [string, string],
  only: Uuid | undefined,
) {
  return asOwner({ failed, only }, async (client) =>
    changed(
      await writePackage(client, {
        studentIds: [intent.studentId],
        decide: (facts, now) => decide(intent, facts, now),
        apply: (plan) => client.rpc('apply_session_plan', { plan }),
        failed,
        special: { 'package-below-used': plans.moreThanLeft },
      }),
      done,
    ),
  )
}

function extension(
  intent: ExtendIntent,
  decide: Decide<ExtendIntent>,
  [failed, done]: readonly [string, string],
  only: Uuid | undefined,
) {
  return asOwner({ failed, only }, async (client) => {
    const result = await writePackage(client, {
      studentIds: [intent.studentId],
      decide: (facts, now) => decide(intent, facts, now),
      apply: (plan) => client.rpc('apply_session_plan', { plan }),
      failed,
    })
    // The extension's key names its package.
    if ('code' in result && result.code === 'in-use') return knownFailure('package-not-found')
    return changed(result, done)
  })
}

function changed(
  result: { applied: { replayed: boolean }; effects: StudentEffect[] } | Failure,
  done: string,
): Result<PackageChanged> {
  if ('code' in result) return result
  return success({ effects: result.applied.replayed ? [] : result.effects }, done)
}

/** The newest packages of each active student, by student id; [] for one without any. */
export type PackagesByStudent = Readonly<Record<Uuid, Package[]>>

export const packages = {
  /**
   * The newest packages of each active student, for profiles without network: at most `perStudent` each, newest
   * purchase first. One request per 1,000 students.
   */
  newestOfActive: (perStudent: number): Promise<Result<PackagesByStudent>> =>
    asOwner(texts.list, async (client, owner) => {
      const rows: { id: Uuid; packages: Package[] }[] = []
      for (;;) {
        const response = await client
          .from('students')
          .select('id, packages(*)')
          .eq('user_id', owner)
          .eq('status', 'active')
          .order('id')
          .order('purchase_date', { referencedTable: 'packages', ascending: false })
          .order('created_at', { referencedTable: 'packages', ascending: false })
          .limit(perStudent, { referencedTable: 'packages' })
          .range(rows.length, rows.length + LIST_CHUNK - 1)
          .overrideTypes<{ id: Uuid; packages: Package[] }[], { merge: false }>()
        if (response.error) return toFailure(response, texts.list)
        rows.push(...response.data)
        if (response.data.length < LIST_CHUNK) break
      }
      return success(Object.fromEntries(rows.map(({ id, packages: sold }) => [id, sold])))
    }),

  /** All packages of a student, newest purchase first. */
  listByStudent: (studentId: Uuid): Promise<Result<Package[]>> =>
    asOwner(texts.list, async (client, owner) => {
      const response = await client
        .from('packages')
        .select()
        .eq('user_id', owner)
        .eq('student_id', studentId)
        .order('purchase_date', { ascending: false })
        .order('created_at', { ascending: false })
        .order('id')
      return response.error ? toFailure(response, texts.list) : success(response.data)
    }),

  /** Creates a package under an id made by the client (`insertOnce`). */
  create: (id: Uuid, studentId: Uuid, values: PackageDialogValues, only?: Uuid): Promise<Created<Package>> =>
    asOwner({ failed: texts.create, only }, async (client, owner) => {
      const written = toRow(values)
      return insertOnce<Package>({
        insert: () =>
          client
            .from('packages')
            .insert({ id, user_id: owner, student_id: studentId, ...written })
            .select()
            .single(),
        read: () => read(client, owner, id),
        values: { student_id: studentId, ...written },
        texts: { failed: texts.create, done: texts.created, alreadyDeleted: texts.alreadyDeleted },
        parentMissing: 'student-not-found',
      })
    }),

  /**
   * Changes a package. Its remaining classes change by the difference of the totals; a total below the used classes is
   * refused (docs/product.md, 'Changing a package').
   *
   * @param seen the package as the coach saw it when the edit began; if it was edited since: failure 'overtaken'.
   * Sessions that took a credit meanwhile are no conflict. Its extensions stay.
   */
  update: (
    id: Uuid,
    values: PackageDialogValues,
    seen?: Seen & Pick<Package, 'extended_days'>,
    only?: Uuid,
  ): Promise<Result<Package>> =>
    asOwner({ failed: texts.update, only }, async (client, owner) => {
      const written = toRow(values, seen?.extended_days)
      const mine = () => client.from('packages').update(written).eq('user_id', owner).eq('id', id)
      const result = await updateSeen<Package>({
        update: () => (seen ? mine().eq('updated_at', seen.updated_at) : mine()).select().maybeSingle(),
        read: () => read(client, owner, id),
        values: written,
        texts: { failed: texts.update, done: texts.updated },
        missing: 'package-not-found',
      })
      if (result.success || result.code !== 'package-below-used') return result
      const now = await read(client, owner, id)
      return now.data ? belowUsed(usedClasses(now.data)) : result
    }),

  /**
   * Sells a package, settles owed lessons with it and stores what was received, all or nothing: two requests. With the
   * same `opId` a repeat answers the first result; with another one, what is stored under this id ('already-saved' if it
   * says something else).
   */
  sell: (intent: SaleIntent, only?: Uuid): Promise<Created<Sold>> =>
    asOwner({ failed: texts.create, only }, async (client, owner): Promise<Created<Sold>> => {
      const result = await writePackage(client, {
        studentIds: [intent.studentId],
        sessionIds: intent.settle.map(({ sessionId }) => sessionId),
        decide: (facts, now) => planSale(intent, facts, now),
        apply: (sale) => client.rpc('sell_package', { sale }),
        failed: texts.create,
        special: {
          'already-deleted': texts.alreadyDeleted,
          overtaken: texts.settleChanged,
          'session-not-found': texts.settleChanged,
        },
      })
      if ('applied' in result) {
        const { replayed, package: sold } = result.applied
        // Sold by an earlier attempt, and deleted since.
        if (sold === null) return failure('already-deleted', texts.alreadyDeleted)
        const data = { package: sold, effects: replayed ? [] : result.effects }
        return { ...success(data, texts.created), outcome: 'saved' }
      }
      if (result.code !== 'already-exists') return result
      const there = await read(client, owner, intent.packageId)
      if (there.error) return inDoubt(toFailure(there, texts.create))
      if (there.data === null) return failure('already-deleted', texts.alreadyDeleted)
      const data = { package: there.data, effects: [] }
      return hasValues(there.data, { student_id: intent.studentId, ...toRow(intent.values) })
        ? { ...success(data, texts.created), outcome: 'saved' }
        : { ...success(data, MESSAGES.common.alreadySaved), outcome: 'already-saved' }
    }),

  /** Undoes a sale; failure 'package-used' once another lesson used it, and nothing changes. */
  undoSale: (intent: UndoSaleIntent, only?: Uuid): Promise<Result<PackageChanged>> =>
    asOwner({ failed: texts.undo, only }, async (client) => {
      const result = await writePackage(client, {
        studentIds: [intent.studentId],
        sessionIds: [...intent.settled],
        decide: (facts, now) => planUndoSale(intent, facts, now),
        apply: (plan) => client.rpc('apply_session_plan', { plan }),
        failed: texts.undo,
        // A settled lesson that was changed since is read again: only its package matters here.
        replan: ['busy', 'overtaken', 'session-not-found'],
      })
      // The rules do not see a package that lessons have used up; its key does.
      if ('code' in result && result.code === 'in-use') return knownFailure('package-used')
      return changed(result, texts.saleUndone)
    }),

  /** Adjusts the credits by hand; failure 'overtaken' if the package was adjusted since the coach saw it. */
  adjust: (intent: AdjustIntent, only?: Uuid): Promise<Result<PackageChanged>> =>
    adjustment(intent, planAdjust, [texts.adjust, texts.adjusted], only),

  undoAdjust: (intent: AdjustIntent, only?: Uuid): Promise<Result<PackageChanged>> =>
    adjustment(intent, planUndoAdjust, [texts.undo, texts.adjustUndone], only),

  /** Gives the package more days. */
  extend: (intent: ExtendIntent, only?: Uuid): Promise<Result<PackageChanged>> =>
    extension(intent, planExtend, [texts.extend, texts.extended], only),

  /** Takes an extension back; done already if it is gone. */
  undoExtend: (intent: ExtendIntent, only?: Uuid): Promise<Result<PackageChanged>> =>
    extension(intent, planUndoExtend, [texts.undo, texts.extensionUndone], only),

  /** The student's lessons without a package, oldest first, at most 100. */
  owedLessons: (studentId: Uuid): Promise<Result<OwedLesson[]>> =>
    asOwner(texts.owed, async (client, owner) => {
      const response = await client
        .from('session_package_assignments')
        .select('session:sessions!inner(id, date, day, version)')
        .eq('user_id', owner)
        .eq('student_id', studentId)
        .eq('charged', true)
        .is('package_id', null)
        .overrideTypes<{ session: OwedLesson }[], { merge: false }>()
      if (response.error) return toFailure(response, texts.owed)
      // Sorted here: an index finds the student's rows, and ordering lessons first would read those of everybody.
      const lessons = response.data.map(({ session }) => session)
      const age = (lesson: OwedLesson) => Date.parse(lesson.date)
      return success(lessons.toSorted((a, b) => age(a) - age(b)).slice(0, OWED_LIMIT))
    }),

  /** The newest sale to a student with the payment that came with it; null if there was none. */
  lastSale: (studentId: Uuid): Promise<Result<LastSale | null>> =>
    asOwner(texts.list, async (client, owner) => {
      const response = await client
        .from('packages')
        .select('*, payments(method, amount, paid_on, own, created_at)')
        .eq('user_id', owner)
        .eq('student_id', studentId)
        .eq('payments.kind', 'payment')
        .order('purchase_date', { ascending: false })
        .order('created_at', { ascending: false })
        .order('created_at', { referencedTable: 'payments' })
        .limit(1, { referencedTable: 'payments' })
        .limit(1)
        .maybeSingle()
        .overrideTypes<SoldRow, { merge: false }>()
      if (response.error) return toFailure(response, texts.list)
      if (response.data === null) return success(null)
      const { payments, ...pkg } = response.data
      // Written with the sale: in one transaction with it, or marked as its own.
      const first = payments.find(({ own, created_at }) => own || created_at === pkg.created_at)
      return success({
        package: pkg,
        payment: first ? { method: first.method, amount: first.amount, paidOn: first.paid_on } : null,
      })
    }),

  /** Deletes a package that no session uses, else failure 'in-use' (docs/product.md, 'Changing a package'). */
  remove: (id: Uuid, only?: Uuid): Promise<Result<null>> =>
    asOwner({ failed: texts.remove, only }, async (client, owner) => {
      const { response, repeated } = await send(() =>
        client.from('packages').delete().eq('user_id', owner).eq('id', id).select('id'),
      )
      if (response.error)
        return toFailure(response, texts.remove, { 'in-use': MESSAGES.packages.toast.inUse.title })
      if (response.data.length === 0 && !repeated) return knownFailure('package-not-found')
      return success(null, texts.removed)
    }),
}
