import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { useWatch, type UseFormReturn } from 'react-hook-form'
import { LENGTHS } from '@/core/constants'
import { toDateTimeInput } from '@/core/dates'
import type { Uuid } from '@/core/model'
import { characters } from '@/core/text.schema'
import type { ExtensionOffer } from '@/credits/extensions'
import { Button } from '@/ui/button'
import { Checkbox } from '@/ui/fields/checkbox'
import { Field } from '@/ui/fields/field'
import { Textarea } from '@/ui/fields/input'
import { DateField, TextField } from '@/ui/forms/fields'
import { LengthHint } from '@/ui/forms/length-hint'
import { ExtensionFields, ReasonChoice } from './extension-fields'
import { NO_EXTENSION, type LessonForm, type LessonValues } from './session.schema'
import { SESSION_MESSAGES } from './texts'

export type LessonFormApi = UseFormReturn<LessonForm, unknown, LessonValues>

/** When the lesson was, who gave it, and what all its students may read. */
export function LessonFields({
  form,
  now,
  defaultTeacher,
  onEraseNotes,
  className,
  children,
}: {
  form: LessonFormApi
  /** A lesson is never in the future. */
  now: Date
  /** Who gave the lesson when the field is left empty; absent, it is required. */
  defaultTeacher?: string
  /** Given when somebody of this lesson was anonymised: its notes can be erased, and not written. */
  onEraseNotes?: (() => void) | undefined
  className?: string
  /** More fields, before the notes. */
  children?: ReactNode
}) {
  const notes = useWatch({ control: form.control, name: 'notes' })
  const isTeacherOptional = defaultTeacher !== undefined
  return (
    <div className={clsx('grid gap-5 sm:grid-cols-2', className)}>
      <DateField
        form={form}
        name="dateTime"
        label="Data e hora da aula"
        required
        type="datetime-local"
        latest={toDateTimeInput(now)}
        recent={now}
      />
      <TextField
        form={form}
        name="teacher"
        label="Professor"
        required={!isTeacherOptional}
        optional={isTeacherOptional}
        hint={isTeacherOptional && 'Em branco, fica o seu nome'}
        input={{ placeholder: defaultTeacher, autoCapitalize: 'words' }}
      />
      {children}
      <Field
        label="Observações da aula"
        optional
        className="col-span-full"
        error={form.formState.errors.notes?.message}
        hint={
          onEraseNotes ? (
            SESSION_MESSAGES.service.anonymized
          ) : (
            <LengthHint length={characters(notes.trim())} max={LENGTHS.lessonNotes}>
              Visível na página dos alunos desta aula
            </LengthHint>
          )
        }
      >
        {(aria) => (
          <>
            <Textarea
              {...aria}
              {...form.register('notes')}
              readOnly={onEraseNotes !== undefined}
              placeholder={onEraseNotes ? '' : 'O que foi trabalhado com o grupo'}
            />
            {onEraseNotes && notes && (
              <Button tone="outline" size="sm" className="self-start" onClick={onEraseNotes}>
                Apagar observações
              </Button>
            )}
          </>
        )}
      </Field>
    </div>
  )
}

/** 'A aula não aconteceu' and why (docs/product.md, 'A lesson that did not happen'). Rain is the usual reason. */
export function CancellationFields({
  form,
  reason,
  removed = null,
  children,
}: {
  form: LessonFormApi
  /** '': the lesson happened. */
  reason: LessonForm['cancelledReason']
  /** What of a stored lesson goes with it. */
  removed?: string | null
  /** More time, offered once it is ticked. */
  children?: ReactNode
}) {
  const choose = (value: LessonForm['cancelledReason']) =>
    form.setValue('cancelledReason', value, { shouldDirty: true })
  return (
    <div className="flex flex-col gap-3">
      <Checkbox
        label="A aula não aconteceu"
        checked={reason !== ''}
        onChange={({ target }) => {
          choose(target.checked ? 'rain' : '')
          // What was offered before is something else now.
          form.setValue('extension', NO_EXTENSION, { shouldDirty: true })
          form.clearErrors('extension')
        }}
      />
      {reason !== '' && (
        <>
          <ReasonChoice value={reason} onChange={choose} />
          <p className="text-[15px] text-ink-soft">
            Ninguém é cobrado. As observações ficam.
            {removed && ` ${removed}`}
          </p>
          {children}
        </>
      )}
    </div>
  )
}

/** More time as a form of a lesson offers it; nothing without an offer. */
export function OfferedExtension({
  form,
  offer,
  students,
}: {
  form: LessonFormApi
  offer: ExtensionOffer | undefined
  students: readonly { id: Uuid; name: string }[]
}) {
  const extension = useWatch({ control: form.control, name: 'extension' })
  if (offer === undefined) return null
  return (
    <ExtensionFields
      offer={offer}
      value={extension}
      onChange={({ wanted, days }) => {
        form.setValue('extension.wanted', wanted, { shouldDirty: true })
        form.setValue('extension.days', days, { shouldDirty: true, shouldValidate: true })
      }}
      error={form.formState.errors.extension?.days?.message}
      nameOf={(id) => students.find((student) => student.id === id)?.name ?? ''}
    />
  )
}
