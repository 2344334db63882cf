import type { Package, Uuid } from '@/core/model'
import type { Result } from '@/core/result'
import { allRows, mapped, read } from '@/data/calls'
import { table } from '@/data/table'
import { PACKAGE_MESSAGES } from './texts'

const { service: texts } = PACKAGE_MESSAGES

/** The newest packages of each active student, by student id; [] for a student without packages. */
export type PackagesByStudent = Readonly<Record<Uuid, Package[]>>

export const packages = {
  /** The newest packages of each active student, for profiles offline. One request per 1,000 students. */
  newestOfActive: (perStudent: number): Promise<Result<PackagesByStudent>> =>
    mapped(
      read(texts.list, (client, owner) =>
        allRows((from, to) =>
          client
            .from('students')
            .select('id, packages(*)')
            .eq('user_id', owner)
            .eq('status', 'active')
            .order('id')
            .order('purchase_date', { referencedTable: 'packages', ascending: false })
            .order('created_at', { referencedTable: 'packages', ascending: false })
            .limit(perStudent, { referencedTable: 'packages' })
            .range(from, to),
        ),
      ),
      (students) => Object.fromEntries(students.map(({ id, packages: sold }) => [id, sold])),
    ),

  /** All packages of a student, newest purchase first. */
  listByStudent: (studentId: Uuid): Promise<Result<Package[]>> =>
    read(texts.list, (client, owner) =>
      client
        .from('packages')
        .select()
        .eq('user_id', owner)
        .eq('student_id', studentId)
        .order('purchase_date', { ascending: false })
        .order('created_at', { ascending: false })
        .order('id'),
    ),

  /** Marks a package 'Renovar todo mês', or takes the mark away. */
  markMonthly: (id: Uuid, renews_monthly: boolean, only?: Uuid): Promise<Result<null>> =>
    table('packages', 'package-not-found').set(
      id,
      { renews_monthly },
      { failed: texts.update, done: texts.updated, only },
    ),
}
