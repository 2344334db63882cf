import type { Student } from '@/core/model'
import { normalizePhone } from '@/core/phones'
import type { StudentEditValues, StudentValues } from './student.schema'

/** Columns that the student forms write: phones as digits, empty texts as null. */
export type StudentRow = Pick<Student, keyof StudentEditValues>

/** A new, active student, from the form or the outbox. */
export function newStudentRow(values: StudentValues): StudentRow {
  const { email, phone, notes, ...same } = values
  return {
    ...same,
    email: email || null,
    phone: normalizePhone(phone),
    status: 'active',
    notes: notes || null,
  }
}

/** Only the columns of changed fields. */
export function changedStudentRow(values: Partial<StudentEditValues>): Partial<StudentRow> {
  const { email, phone, notes, ...same } = values
  return {
    ...same,
    ...(email === undefined ? {} : { email: email || null }),
    ...(phone === undefined ? {} : { phone: normalizePhone(phone) }),
    ...(notes === undefined ? {} : { notes: notes || null }),
  }
}
