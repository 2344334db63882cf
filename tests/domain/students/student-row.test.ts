import { describe, expect, it } from 'vitest'
import { changedStudentRow, newStudentRow } from '@/students/student-row'
import { studentEditSchema, studentSchema, type StudentEditValues } from '@/students/student.schema'
import { studentValues } from '../../support/world/values'

const MARINA = studentValues({ email: 'marina@voleio.test', notes: 'Canhota' })

describe('a student as columns', () => {
  it('new: active, the phone in digits, everything else as typed', () => {
    expect(newStudentRow(MARINA)).toEqual({ ...MARINA, phone: '5511987654321', status: 'active' })
  })

  it.each(Object.keys(studentSchema.shape))('new: the field %s has its column', (field) => {
    expect(newStudentRow(MARINA)).toHaveProperty(field)
  })

  it.each(['email', 'notes'] as const)('an empty %s is null, in a new student and in an edit', (field) => {
    expect(newStudentRow({ ...MARINA, [field]: '' })[field]).toBeNull()
    expect(changedStudentRow({ [field]: '' })).toEqual({ [field]: null })
  })

  it('an edit changes the columns of its fields and no other', () => {
    expect(changedStudentRow({})).toEqual({})
    expect(changedStudentRow({ phone: '(11) 91234-5678' })).toEqual({ phone: '5511912345678' })
  })

  const edited: StudentEditValues = { ...MARINA, status: 'inactive' }
  it.each(Object.keys(studentEditSchema.shape))('an edit of everything carries %s', (field) => {
    expect(changedStudentRow(edited)).toHaveProperty(field)
  })
})
