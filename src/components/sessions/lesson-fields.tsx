import { useState } from 'react'
import { useWatch, type UseFormReturn } from 'react-hook-form'
import { LengthHint } from '@/components/forms/length-hint'
import { Card } from '@/components/ui/card'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Textarea } from '@/components/ui/textarea'
import { LENGTHS } from '@/domain/shared/constants'
import { toDateTimeInput } from '@/domain/shared/dates'
import type { NewSessionForm, NewSessionValues } from '@/domain/sessions/session.schema'
import { useTeacherName } from '@/hooks/account/use-profile'
import { MESSAGES } from '@/texts/shared/messages'

/** When the lesson was, who gave it, and what all its students may read. */
export function LessonFields({ form }: { form: UseFormReturn<NewSessionForm, unknown, NewSessionValues> }) {
  const { register, control, formState } = form
  const { errors } = formState
  const notes = useWatch({ control, name: 'notes' })
  const teacherName = useTeacherName()
  const [now] = useState(() => toDateTimeInput(new Date()))
  return (
    <Card className="grid gap-5 sm:grid-cols-2 md:p-6 xl:grid-cols-1">
      <Field label="Data e hora da aula" required error={errors.dateTime?.message}>
        {(aria) => <Input {...aria} {...register('dateTime')} type="datetime-local" max={now} />}
      </Field>
      <Field label="Professor" optional error={errors.teacher?.message} hint="Em branco, fica o seu nome">
        {(aria) => (
          <Input
            {...aria}
            {...register('teacher')}
            placeholder={teacherName}
            autoComplete="off"
            autoCapitalize="words"
          />
        )}
      </Field>
      <Field
        label="Observações da aula"
        optional
        className="sm:col-span-2 xl:col-span-1"
        error={errors.notes?.message}
        hint={
          <LengthHint length={Array.from(notes.trim()).length} max={LENGTHS.lessonNotes}>
            {MESSAGES.sessions.notesHint}
          </LengthHint>
        }
      >
        {(aria) => (
          <Textarea {...aria} {...register('notes')} placeholder="O que foi trabalhado com o grupo" />
        )}
      </Field>
    </Card>
  )
}
