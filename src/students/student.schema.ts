import * as z from 'zod/mini'
import { LENGTHS } from '@/core/constants'
import {
  choice,
  maxCharacters,
  minCharacters,
  optionalEmail,
  optionalText,
  requiredPhone,
  trimmed,
} from '@/core/fields.schema'
import { CLASSES, GENDERS, STUDENT_STATUSES, STUDENT_TYPES, type Student } from '@/core/model'
import { displayPhone } from '@/core/phones'
import { mapRecord } from '@/core/records'
import { CLASSE_LABELS, GENDER_LABELS, STUDENT_STATUS_LABELS, STUDENT_TYPE_LABELS } from './rules'

/*
 * What a coach writes about a student: the schema and the words of each field. Forms, 'changed elsewhere', imports and
 * the tests of anonymising and of the privacy policy read them (docs/contributing.md, 'Add a field to a student').
 */

/** The values as typed; '' is empty. */
const typed = {
  name: trimmed().check(
    minCharacters(LENGTHS.studentNameMin, 'Nome deve ter pelo menos 2 caracteres'),
    maxCharacters(LENGTHS.studentName, 'Nome muito longo'),
  ),
  email: optionalEmail(),
  /** The service normalises the number. */
  phone: requiredPhone(),
  gender: choice(GENDERS, 'Selecione o gênero'),
  type: choice(STUDENT_TYPES, 'Selecione o tipo de aluno'),
  classe: choice(CLASSES, 'Selecione a classe'),
  notes: optionalText(LENGTHS.studentNotes, 'Notas muito longas'),
}

/** A new student, who is created active (docs/product.md, 'Students'). */
export const studentSchema = z.object(typed)
export type StudentForm = z.input<typeof studentSchema>
export type StudentValues = z.output<typeof studentSchema>

/** Edit mode adds the status. */
export const studentEditSchema = z.object({
  ...typed,
  status: choice(STUDENT_STATUSES, 'Selecione o status'),
})
export type StudentEditForm = z.input<typeof studentEditSchema>
export type StudentEditValues = z.output<typeof studentEditSchema>

type StudentColumn = keyof StudentEditForm

interface ColumnWords {
  label: string
  /** The field's word in the privacy policy. */
  policy: string
  /** For a choice: the labels of its values. */
  values?: Readonly<Record<string, string>>
  optional?: boolean
}

export const STUDENT_COLUMNS: Record<StudentColumn, ColumnWords> = {
  name: { label: 'Nome', policy: 'Nome' },
  email: { label: 'Email', policy: 'email', optional: true },
  phone: { label: 'Telefone', policy: 'telefone' },
  gender: { label: 'Gênero', policy: 'gênero', values: GENDER_LABELS },
  type: { label: 'Tipo de aluno', policy: 'tipo de aluno', values: STUDENT_TYPE_LABELS },
  classe: { label: 'Classe', policy: 'classe', values: CLASSE_LABELS },
  status: { label: 'Status', policy: 'situação', values: STUDENT_STATUS_LABELS },
  notes: { label: 'Notas', policy: 'observações', optional: true },
}

export const optionsOf = (column: StudentColumn) =>
  Object.entries(STUDENT_COLUMNS[column].values ?? {}).map(([value, label]) => ({ value, label }))

/** A student's field as people read it; null if empty. */
export function shownColumn(student: Pick<Student, StudentColumn>, column: StudentColumn): string | null {
  const value = student[column]
  if (value === null) return null
  return column === 'phone' ? displayPhone(value) : (STUDENT_COLUMNS[column].values?.[value] ?? value)
}

/** A stored student as form values: the phone formatted, null as ''. */
export const studentEditForm = (student: Pick<Student, StudentColumn>): StudentEditForm => ({
  ...mapRecord(STUDENT_COLUMNS, (_, column) => student[column] ?? ''),
  phone: displayPhone(student.phone),
})
