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
import { CLASSES, GENDERS, STUDENT_STATUSES, STUDENT_TYPES } from '@/core/model'
import type { Student } from '@/core/model'
import { displayPhone } from '@/core/phones'
import { STUDENT_MESSAGES } from './texts'

const { form } = STUDENT_MESSAGES

const fields = {
  name: trimmed().check(
    minCharacters(LENGTHS.studentNameMin, form.nameShort),
    maxCharacters(LENGTHS.studentName, form.nameLong),
  ),
  email: optionalEmail(),
  /** As typed; the service normalises it. */
  phone: requiredPhone(),
  gender: choice(GENDERS, form.genderRequired),
  type: choice(STUDENT_TYPES, form.typeRequired),
  classe: choice(CLASSES, form.classeRequired),
  notes: optionalText(LENGTHS.studentNotes, form.notesLong),
}

/** A new student (docs/product.md, 'Students'), created active. */
export const studentSchema = z.object(fields)
export type StudentForm = z.input<typeof studentSchema>
export type StudentValues = z.output<typeof studentSchema>
export const EMPTY_STUDENT: StudentForm = {
  name: '',
  email: '',
  phone: '',
  gender: '',
  type: '',
  classe: '',
  notes: '',
}

/** With the status that edit mode toggles. */
export const studentEditSchema = z.object({
  ...fields,
  status: choice(STUDENT_STATUSES, form.statusRequired),
})
export type StudentEditForm = z.input<typeof studentEditSchema>
export type StudentEditValues = z.output<typeof studentEditSchema>
/** What its drafts hold (`lib/storage/draft-shape.ts`). */
export const studentDraft = { version: 1, schema: studentEditSchema }

/** A stored student as form values: the phone masked, null as ''. */
export function studentEditForm(student: Pick<Student, keyof StudentEditForm>): StudentEditForm {
  const { name, gender, type, classe, status } = student
  return {
    name,
    email: student.email ?? '',
    phone: displayPhone(student.phone),
    gender,
    type,
    classe,
    status,
    notes: student.notes ?? '',
  }
}
