import { useState } from 'react'
import { useWatch, type UseFormReturn } from 'react-hook-form'
import { LengthHint } from '@/components/forms/length-hint'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Textarea } from '@/components/ui/textarea'
import { LENGTHS } from '@/domain/shared/constants'
import { toDateTimeInput } from '@/domain/shared/dates'
import type { SessionEditForm, SessionEditValues } from '@/domain/sessions/session.schema'
import { DATA_RIGHTS } from '@/texts/rights/data-rights'
import { MESSAGES } from '@/texts/shared/messages'

/** When the lesson was, who gave it, and what all its students may read. */
export function LessonFields({
  form: { register, control, formState },
  noNotes,
}: {
  /** Somebody of this lesson was anonymised: it keeps no text any more. */
  noNotes: boolean
  form: UseFormReturn<SessionEditForm, unknown, SessionEditValues>
}) {
  const { errors } = formState
  const notes = useWatch({ control, name: 'notes' })
  const [now] = useState(() => toDateTimeInput(new Date()))
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Field label="Data e hora da aula" required error={errors.dateTime?.message}>
        {(aria) => <Input {...aria} {...register('dateTime')} type="datetime-local" max={now} />}
      </Field>
      <Field label="Professor" required error={errors.teacher?.message}>
        {(aria) => <Input {...aria} {...register('teacher')} autoComplete="off" autoCapitalize="words" />}
      </Field>
      <Field
        label="Observações da aula"
        optional
        className="sm:col-span-2"
        error={errors.notes?.message}
        hint={
          noNotes ? (
            DATA_RIGHTS.student.noNotes
          ) : (
            <LengthHint length={Array.from(notes.trim()).length} max={LENGTHS.lessonNotes}>
              {MESSAGES.sessions.notesHint}
            </LengthHint>
          )
        }
      >
        {(aria) => (
          <Textarea
            {...aria}
            {...register('notes')}
            readOnly={noNotes}
            placeholder={noNotes ? '' : 'O que foi trabalhado com o grupo'}
          />
        )}
      </Field>
    </div>
  )
}
