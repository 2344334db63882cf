import type { Package, Uuid } from '@/domain/shared/model'
import type { Result } from '@/domain/shared/result'
import { asOwner } from '@/services/account/owner'
import { send } from '@/services/network/retry'
import { knownFailure, success, toFailure } from '@/services/supabase/errors'
import { MESSAGES } from '@/texts/shared/messages'

const { service: texts } = MESSAGES.packages

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

  /** Marks a package 'Renovar todo mês', or takes the mark away. */
  markMonthly: (id: Uuid, renews_monthly: boolean, only?: Uuid): Promise<Result<null>> =>
    asOwner({ failed: texts.update, only }, async (client, owner) => {
      const { response } = await send(() =>
        client.from('packages').update({ renews_monthly }).eq('user_id', owner).eq('id', id).select('id'),
      )
      if (response.error) return toFailure(response, texts.update)
      return response.data.length === 0 ? knownFailure('package-not-found') : success(null, texts.updated)
    }),
}
