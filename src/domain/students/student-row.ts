import type { Student } from '@/domain/shared/model'
import { normalizePhone } from '@/domain/shared/phones'
import type { StudentEditValues, StudentValues } from './student.schema'

/** What the forms write of a student, as columns: phones are digits, an empty text is null. */
export type StudentRow = Pick<Student, keyof StudentEditValues>

/** A new student, from the form or from the outbox; created active. */
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

/** The columns of the fields that an edit changed; the others stay as they are. */
export function changedStudentRow(values: Partial<StudentEditValues>): Partial<StudentRow> {
  const { email, phone, notes, ...same } = values
  return {
    ...same,
    ...(email === undefined ? {} : { email: email || null }),
    ...(phone === undefined ? {} : { phone: normalizePhone(phone) }),
    ...(notes === undefined ? {} : { notes: notes || null }),
  }
}
