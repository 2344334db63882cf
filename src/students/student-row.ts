import type { Student } from '@/core/model'
import { normalizePhone } from '@/core/phones'
import type { StudentEditValues, StudentForm, StudentValues } from './student.schema'

/** A new student's form, and the values of fields that an older draft or entry lacks. */
export const EMPTY_STUDENT: StudentForm = {
  name: '',
  email: '',
  phone: '',
  gender: '',
  type: '',
  classe: '',
  notes: '',
}

/** Columns that the student forms write: phones as digits, empty texts as null. */
export type StudentRow = Pick<Student, keyof StudentEditValues>

/** A new, active student, from the form or the outbox. */
export const newStudentRow = (values: StudentValues): StudentRow => ({
  ...values,
  email: values.email || null,
  phone: normalizePhone(values.phone),
  notes: values.notes || null,
  status: 'active',
})

export function changedStudentRow(values: Partial<StudentEditValues>): Partial<StudentRow> {
  const { email, phone, notes, ...same } = values
  return {
    ...same,
    ...(email !== undefined && { email: email || null }),
    ...(phone !== undefined && { phone: normalizePhone(phone) }),
    ...(notes !== undefined && { notes: notes || null }),
  }
}
