import type { StudentRow } from '@/domain/students/student-row'
import type { StudentValues } from '@/domain/students/student.schema'

/** Values of the student form: phones as typed, '' for none. */
export const studentValues = (overrides: Partial<StudentValues> = {}): StudentValues => ({
  name: 'Marina Costa',
  email: '',
  phone: '(11) 98765-4321',
  gender: 'female',
  type: 'fixed',
  classe: '3-classe',
  notes: '',
  ...overrides,
})

/** The same student as stored. */
export const studentRow = (overrides: Partial<StudentRow> = {}): StudentRow => ({
  name: 'Marina Costa',
  email: null,
  phone: '5511987654321',
  gender: 'female',
  type: 'fixed',
  classe: '3-classe',
  status: 'active',
  notes: null,
  ...overrides,
})
