import type { PackageDialogValues } from '@/domain/packages/package.schema'
import { usedClasses } from '@/domain/packages/packages'
import type { Package, Uuid } from '@/domain/shared/model'
import { failure, type Failure, type Result } from '@/domain/shared/result'
import { asOwner } from '@/services/account/owner'
import { send } from '@/services/network/retry'
import { knownFailure, success, toFailure } from '@/services/supabase/errors'
import { updateSeen, type Seen } from '@/services/supabase/update-seen'
import { MESSAGES } from '@/texts/shared/messages'
import { readPackage, toRow } from './package-row'

const { service: texts } = MESSAGES.packages

/** What the coach reads before a package is deleted, and what of it moves with the package. */
type SeenForRemoval = Seen &
  Pick<Package, 'total_classes' | 'used_outside' | 'extended_days' | 'price' | 'paid_total'>

function belowUsed(used: number): Failure {
  return failure('package-below-used', MESSAGES.packages.belowUsed(used))
}

/** The API answers at most this many rows. */
const LIST_CHUNK = 1000

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
        read: () => readPackage(client, owner, id),
        values: written,
        texts: { failed: texts.update, done: texts.updated },
        missing: 'package-not-found',
      })
      if (result.success || result.code !== 'package-below-used') return result
      const now = await readPackage(client, owner, id)
      return now.data ? belowUsed(usedClasses(now.data)) : result
    }),

  /** Marks a package 'Renovar todo mês', or takes the mark away. */
  markMonthly: (id: Uuid, renews_monthly: boolean, only?: Uuid): Promise<Result<null>> =>
    asOwner({ failed: texts.update, only }, async (client, owner) => {
      const { response } = await send(() =>
        client.from('packages').update({ renews_monthly }).eq('user_id', owner).eq('id', id).select('id'),
      )
      if (response.error) return toFailure(response, texts.update)
      return response.data.length === 0 ? knownFailure('package-not-found') : success(null, texts.updated)
    }),

  /**
   * Deletes a package that no session uses, else failure 'in-use' (docs/product.md, 'Changing a package').
   *
   * @param seen the package as the coach read what goes with it; what another device received, adjusted or extended since
   * does not go untold: failure 'overtaken'.
   */
  remove: (id: Uuid, seen?: SeenForRemoval, only?: Uuid): Promise<Result<null>> =>
    asOwner({ failed: texts.remove, only }, async (client, owner, again) => {
      const mine = () => client.from('packages').delete().eq('user_id', owner).eq('id', id)
      const { response, repeated } = await send(() =>
        (seen
          ? mine()
              .eq('updated_at', seen.updated_at)
              .eq('total_classes', seen.total_classes)
              .eq('used_outside', seen.used_outside)
              .eq('extended_days', seen.extended_days)
              .eq('price', seen.price)
              .eq('paid_total', seen.paid_total)
          : mine()
        ).select('id'),
      )
      if (response.error)
        return toFailure(response, texts.remove, { 'in-use': MESSAGES.packages.toast.inUse.title })
      if (response.data.length === 0) {
        const { response: now } = await send(() => readPackage(client, owner, id))
        if (now.error) return toFailure(now, texts.remove)
        if (now.data !== null) return knownFailure('overtaken')
        if (!repeated && !again) return knownFailure('package-not-found')
      }
      return success(null, texts.removed)
    }),
}
