import type { UseFormReturn } from 'react-hook-form'
import { LENGTHS } from '@/core/constants'
import { keysOf } from '@/core/records'
import { NotesField, PhoneField, SelectField, TextField } from '@/ui/forms/fields'
import { optionsOf, STUDENT_COLUMNS, type StudentEditForm, type StudentEditValues } from './student.schema'

const EMAIL = { type: 'email', inputMode: 'email', autoCapitalize: 'none', spellCheck: false } as const
const CHOICES = keysOf(STUDENT_COLUMNS).filter(
  (column) => column !== 'status' && STUDENT_COLUMNS[column].values,
)

interface StudentFieldsProps {
  form: UseFormReturn<StudentEditForm, unknown, StudentEditValues>
  withStatus?: boolean
}

/** All fields of a student. Autofill is off, because it would offer the coach's own data. */
export function StudentFields({ form, withStatus = false }: StudentFieldsProps) {
  const { name, phone, email, status, notes } = STUDENT_COLUMNS
  return (
    <div className="grid gap-5 md:grid-cols-2">
      <TextField
        form={form}
        name="name"
        label={name.label}
        required
        className="md:col-span-2"
        input={{ autoCapitalize: 'words' }}
      />
      <PhoneField form={form} name="phone" label={phone.label} required input={{ autoComplete: 'off' }} />
      <TextField form={form} name="email" label={email.label} optional input={EMAIL} />
      {CHOICES.map((column) => (
        <SelectField
          key={column}
          form={form}
          name={column}
          label={STUDENT_COLUMNS[column].label}
          required={!STUDENT_COLUMNS[column].optional}
          optional={STUDENT_COLUMNS[column].optional ?? false}
          options={optionsOf(column)}
          placeholder="Selecione"
        />
      ))}
      {withStatus && (
        <SelectField form={form} name="status" label={status.label} required options={optionsOf('status')} />
      )}
      <NotesField
        form={form}
        name="notes"
        label={notes.label}
        optional
        className="md:col-span-2"
        hint="Só você vê"
        max={LENGTHS.studentNotes}
      />
    </div>
  )
}
