import { agenda } from '@/agenda/data'
import type { Occurrence } from '@/agenda/rules'
import type { NewSlot } from '@/agenda/slots'
import type { LocalDate, Package, Student, Uuid } from '@/core/model'
import type { Result } from '@/core/result'
import type { Opened } from '@/credits/untold'
import { packages } from '@/packages/data'
import { packagePlans } from '@/packages/package-plans-data'
import type { PackageDialogValues } from '@/packages/package.schema'
import { students } from '@/students/data'
import type { StudentValues } from '@/students/student.schema'
import { newId, packageValues, saleIntent, studentValues } from './values'

/** Rows written by the services, as the coach of the device in use (tests/services/device.ts). A failure throws. */

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

/** A package of a new student. */
export const soldPackage = async (overrides?: Partial<PackageDialogValues>): Promise<Package> =>
  sellPackage((await addStudent()).id, overrides)

/** The newest package of a student, as it is stored now. */
export const packageOf = async (studentId: Uuid): Promise<Package | undefined> =>
  dataOf(await packages.listByStudent(studentId))[0]

export const creditsOf = async (studentId: Uuid): Promise<number | undefined> =>
  dataOf(await students.get(studentId))?.total_credits

/** Adds slots to the agenda. */
export const addSlots = async (...add: NewSlot[]) =>
  dataOf(await agenda.applySlotPlan({ op_id: newId(), end: [], add }))

export const occurrencesOf = async (from: LocalDate, until = from): Promise<readonly Occurrence[]> =>
  dataOf(await agenda.get(from, until)).occurrences

/** The first occurrence of `day` in the agenda. */
export async function occurrenceOn(day: LocalDate): Promise<Occurrence> {
  const [found] = await occurrencesOf(day)
  if (!found) throw new Error('Expected an occurrence')
  return found
}
