import { clsx } from 'clsx'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { LENGTHS } from '@/core/constants'
import { toDateTimeInput } from '@/core/dates'
import { Button } from '@/ui/button'
import { Field } from '@/ui/fields/field'
import { Input, Textarea } from '@/ui/fields/input'
import { LengthHint } from '@/ui/forms/length-hint'
import { SESSION_MESSAGES } from './texts'

type FieldName = 'dateTime' | 'teacher' | 'notes'

/** The part of react-hook-form's `useForm` that these fields need; registering and editing both have it. */
export interface LessonFieldsForm {
  register: (name: FieldName) => UseFormRegisterReturn
  formState: { errors: Partial<Record<FieldName, { message?: string | undefined }>> }
}

/** When the lesson was, who gave it, and what all its students may read. */
export function LessonFields({
  form: { register, formState },
  notes,
  now,
  defaultTeacher,
  onEraseNotes,
  className,
}: {
  form: LessonFieldsForm
  /** As typed, for its length. */
  notes: string
  /** A lesson is never in the future. */
  now: Date
  /** Who gave the lesson when the field is left empty; absent, it is required. */
  defaultTeacher?: string
  /** Given when somebody of this lesson was anonymised: its notes can be erased, and not written. */
  onEraseNotes?: (() => void) | undefined
  className?: string
}) {
  const { errors } = formState
  const isTeacherOptional = defaultTeacher !== undefined
  return (
    <div className={clsx('grid gap-5 sm:grid-cols-2', className)}>
      <Field label="Data e hora da aula" required error={errors.dateTime?.message}>
        {(aria) => (
          <Input {...aria} {...register('dateTime')} type="datetime-local" max={toDateTimeInput(now)} />
        )}
      </Field>
      <Field
        label="Professor"
        required={!isTeacherOptional}
        optional={isTeacherOptional}
        error={errors.teacher?.message}
        hint={isTeacherOptional ? 'Em branco, fica o seu nome' : undefined}
      >
        {(aria) => (
          <Input
            {...aria}
            {...register('teacher')}
            placeholder={defaultTeacher}
            autoComplete="off"
            autoCapitalize="words"
          />
        )}
      </Field>
      <Field
        label="Observações da aula"
        optional
        className="col-span-full"
        error={errors.notes?.message}
        hint={
          onEraseNotes ? (
            SESSION_MESSAGES.service.anonymized
          ) : (
            <LengthHint length={Array.from(notes.trim()).length} max={LENGTHS.lessonNotes}>
              {SESSION_MESSAGES.notesHint}
            </LengthHint>
          )
        }
      >
        {(aria) => (
          <>
            <Textarea
              {...aria}
              {...register('notes')}
              readOnly={onEraseNotes !== undefined}
              placeholder={onEraseNotes ? '' : 'O que foi trabalhado com o grupo'}
            />
            {onEraseNotes && notes && (
              <Button tone="outline" size="sm" className="self-start" onClick={onEraseNotes}>
                {SESSION_MESSAGES.service.eraseNotes}
              </Button>
            )}
          </>
        )}
      </Field>
    </div>
  )
}
