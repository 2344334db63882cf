import { packageName } from '@/domain/packages/packages'
import { addDays, toLocalDate } from '@/domain/shared/dates'
import type { StudentRow } from '@/domain/students/student-row'
import type { Coach } from '../../support/backend'
import { studentRow } from '../../support/students'

export const buildStudent = studentRow

/** A package of `classes` unused classes, valid until `endsIn` days from today (negative: expired). */
export interface Sold {
  classes: number
  endsIn?: number
}

/** Inserts students and their packages through the API as the coach. */
export async function addStudents(
  coach: Coach,
  students: readonly { student: StudentRow; packages?: readonly Sold[] }[],
): Promise<string[]> {
  const rows = students.map(({ student }) => ({ id: crypto.randomUUID(), user_id: coach.id, ...student }))
  const { error } = await coach.client.from('students').insert(rows)
  if (error) throw error
  const today = toLocalDate(new Date())
  const packages = students.flatMap(({ packages: sold = [] }, at) =>
    sold.map(({ classes, endsIn = 30 }) => {
      const start = addDays(today, Math.min(0, endsIn - 30))
      return {
        user_id: coach.id,
        student_id: rows[at]?.id,
        name: packageName(classes),
        total_classes: classes,
        price: 100,
        purchase_date: start,
        payment_date: start,
        expiry_date: addDays(today, endsIn),
      }
    }),
  )
  if (packages.length > 0) {
    const sale = await coach.client.from('packages').insert(packages)
    if (sale.error) throw sale.error
  }
  return rows.map(({ id }) => id)
}
