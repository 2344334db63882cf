import { Controller, useWatch, type UseFormReturn } from 'react-hook-form'
import { EmailInput } from '@/account/email-input'
import { LENGTHS } from '@/core/constants'
import { Field } from '@/ui/fields/field'
import { Input, Textarea } from '@/ui/fields/input'
import { Select } from '@/ui/fields/select'
import { LengthHint } from '@/ui/forms/length-hint'
import { PhoneInput } from '@/ui/forms/phone-input'
import { CLASSE_OPTIONS, GENDER_OPTIONS, STATUS_OPTIONS, TYPE_OPTIONS } from './student-options'
import type { StudentEditForm, StudentEditValues } from './student.schema'

/** The form of a new or edited student; a new one has its status fixed to 'active'. */
export type StudentFormApi = UseFormReturn<StudentEditForm, unknown, StudentEditValues>

/**
 * All fields of a student. `withStatus` adds active/inactive, for edit mode. Autofill is off: the data is not the
 * coach's own.
 */
export function StudentFields({ form, withStatus = false }: { form: StudentFormApi; withStatus?: boolean }) {
  const { register, control, formState } = form
  const { errors } = formState
  const notes = useWatch({ control, name: 'notes' })
  return (
    <div className="grid gap-5 md:grid-cols-2">
      <Field label="Nome" required error={errors.name?.message} className="md:col-span-2">
        {(aria) => <Input {...aria} autoComplete="off" autoCapitalize="words" {...register('name')} />}
      </Field>
      <Field label="Telefone" required error={errors.phone?.message}>
        {(aria) => (
          <Controller
            control={control}
            name="phone"
            render={({ field }) => <PhoneInput {...aria} autoComplete="off" {...field} />}
          />
        )}
      </Field>
      <Field label="Email" optional error={errors.email?.message}>
        {(aria) => <EmailInput {...aria} autoComplete="off" {...register('email')} />}
      </Field>
      <Field label="Gênero" required error={errors.gender?.message}>
        {(aria) => (
          <Select {...aria} options={GENDER_OPTIONS} placeholder="Selecione" {...register('gender')} />
        )}
      </Field>
      <Field label="Tipo de aluno" required error={errors.type?.message}>
        {(aria) => <Select {...aria} options={TYPE_OPTIONS} placeholder="Selecione" {...register('type')} />}
      </Field>
      <Field label="Classe" required error={errors.classe?.message}>
        {(aria) => (
          <Select {...aria} options={CLASSE_OPTIONS} placeholder="Selecione" {...register('classe')} />
        )}
      </Field>
      {withStatus && (
        <Field label="Status" required error={errors.status?.message}>
          {(aria) => <Select {...aria} options={STATUS_OPTIONS} {...register('status')} />}
        </Field>
      )}
      <Field
        label="Notas"
        optional
        error={errors.notes?.message}
        className="md:col-span-2"
        hint={
          <LengthHint length={Array.from(notes.trim()).length} max={LENGTHS.studentNotes}>
            Só você vê
          </LengthHint>
        }
      >
        {(aria) => <Textarea {...aria} autoComplete="off" {...register('notes')} />}
      </Field>
    </div>
  )
}
