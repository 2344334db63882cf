import type { RegistrationIntent } from '@/domain/credits/intents'
import type { PackageDialogValues } from '@/domain/packages/package.schema'
import { addDays, toLocalDate } from '@/domain/shared/dates'
import type { Package, Student, Uuid } from '@/domain/shared/model'
import type { Result } from '@/domain/shared/result'
import type { StudentValues } from '@/domain/students/student.schema'
import { packages } from '@/services/packages/packages'
import { students } from '@/services/students/students'
import { studentValues } from '../support/students'

export const today = toLocalDate(new Date())
export const newId = (): Uuid => crypto.randomUUID()

export const buildStudent = (overrides: Partial<StudentValues> = {}): StudentValues =>
  studentValues({ email: 'marina@exemplo.com.br', classe: '4-classe', ...overrides })

/** Four classes bought a week ago, valid for 30 days. */
export const buildPackage = (overrides: Partial<PackageDialogValues> = {}): PackageDialogValues => ({
  startDate: addDays(today, -7),
  paymentDate: addDays(today, -7),
  totalClasses: 4,
  price: 420.5,
  validityDays: 30,
  firstLessonValidity: false,
  ...overrides,
})

export const buildLesson = (
  studentIds: Uuid[],
  overrides: Partial<RegistrationIntent> = {},
): RegistrationIntent => ({
  opId: newId(),
  sessionId: newId(),
  date: new Date().toISOString(),
  lessonDay: today,
  teacher: 'Ana Ribeiro',
  notes: null,
  participants: studentIds.map((studentId) => ({
    studentId,
    feedback: { rating: 4, notes: 'Bom ritmo', tags: ['Saque'] },
  })),
  ...overrides,
})

export function dataOf<T>(result: Result<T>): T {
  if (!result.success) throw new Error(`Expected a success, got ${result.code}: ${result.message}`)
  return result.data
}

export async function addStudent(overrides: Partial<StudentValues> = {}): Promise<Student> {
  return dataOf(await students.create(newId(), buildStudent(overrides)))
}

export async function sell(studentId: Uuid, overrides: Partial<PackageDialogValues> = {}): Promise<Package> {
  return dataOf(await packages.create(newId(), studentId, buildPackage(overrides)))
}

export async function creditsOf(studentId: Uuid): Promise<number | undefined> {
  return dataOf(await students.get(studentId))?.total_credits
}
