import { describe, expect, it } from 'vitest'
import { keysOf } from '@/core/records'
import { changedStudentRow, newStudentRow } from '@/students/student-row'
import { STUDENT_COLUMNS, studentEditSchema, type StudentEditValues } from '@/students/student.schema'
import { studentValues } from '../../support/world/values'

const MARINA = studentValues({ email: 'marina@voleio.test', notes: 'Canhota' })
const columns = keysOf(STUDENT_COLUMNS)

describe('a student as columns', () => {
  it('new: active, the phone in digits, everything else as typed', () => {
    const { name, gender, type, classe, email, notes } = MARINA
    expect(newStudentRow(MARINA)).toMatchObject({ name, gender, type, classe, email, notes })
    expect(newStudentRow(MARINA)).toMatchObject({ phone: '5511987654321', status: 'active' })
  })

  it('the form, its description, a new row and an edit of everything have the same columns', () => {
    const edited: StudentEditValues = { ...MARINA, status: 'inactive' }
    for (const names of [studentEditSchema.shape, newStudentRow(MARINA), changedStudentRow(edited)])
      expect(Object.keys(names).toSorted()).toEqual(columns.toSorted())
  })

  it.each(columns.filter((column) => STUDENT_COLUMNS[column].optional))(
    'an empty %s is null, in a new student and in an edit',
    (column) => {
      expect(newStudentRow({ ...MARINA, [column]: '' })[column]).toBeNull()
      expect(changedStudentRow({ [column]: '' })).toEqual({ [column]: null })
    },
  )

  it('an edit changes the columns of its fields and no other', () => {
    expect(changedStudentRow({})).toEqual({})
    expect(changedStudentRow({ phone: '(11) 91234-5678' })).toEqual({ phone: '5511912345678' })
  })
})
