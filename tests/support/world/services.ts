import type { Opened } from '@/domain/credits/untold'
import type { PackageDialogValues } from '@/domain/packages/package.schema'
import type { Package, Student, Uuid } from '@/domain/shared/model'
import type { Result } from '@/domain/shared/result'
import type { StudentValues } from '@/domain/students/student.schema'
import { packagePlans } from '@/services/packages/package-plans'
import { students } from '@/services/students/students'
import { newId, packageValues, saleIntent, studentValues } from './values'

/** Rows written by the services, as the coach of the device in use (tests/services/device.ts). */

export function dataOf<T>(result: Result<T>): Opened<T>
export function dataOf<T>(result: Result<T>): unknown {
  if (!result.success) throw new Error(`Expected a success, got ${result.code}: ${result.message}`)
  return result.data
}

export const addStudent = async (overrides?: Partial<StudentValues>): Promise<Student> =>
  dataOf(await students.create(newId(), studentValues(overrides)))

export const sellPackage = async (
  studentId: Uuid,
  overrides?: Partial<PackageDialogValues>,
): Promise<Package> =>
  dataOf(await packagePlans.sell(saleIntent(studentId, { values: packageValues(overrides) }))).package

export const creditsOf = async (studentId: Uuid): Promise<number | undefined> =>
  dataOf(await students.get(studentId))?.total_credits
