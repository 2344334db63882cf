import type { ReactNode } from 'react'
import { useWatch, type UseFormReturn } from 'react-hook-form'
import { LENGTHS } from '@/core/constants'
import { toDateTimeInput } from '@/core/dates'
import type { Uuid } from '@/core/model'
import { characters } from '@/core/text.schema'
import type { ExtensionOffer } from '@/credits/extensions'
import { Button } from '@/ui/button'
import { Field, Checkbox, Textarea } from '@/ui/fields/field'
import { DateField, TextField, LengthHint } from '@/ui/forms/fields'
import { ExtensionFields, ReasonChoice } from './extension-fields'
import { NO_EXTENSION, type LessonForm, type LessonValues } from './session.schema'
import { SESSION_MESSAGES } from './texts'

type LessonFormApi = UseFormReturn<LessonForm, unknown, LessonValues>

interface LessonFieldsProps {
  form: LessonFormApi
  /** The latest date that a lesson may have. */
  now: Date
  /** The teacher if the field is left empty. Absent: the field is required. */
  defaultTeacher?: string
  /** Given if a participant was anonymised: the notes can then be erased but not written. */
  onEraseNotes?: (() => void) | undefined
  /** More fields, shown before the notes. */
  children?: ReactNode
}

/** When the lesson was, who gave it, and the notes that all its students can read. */
export function LessonFields({ form, now, defaultTeacher, onEraseNotes, children }: LessonFieldsProps) {
  const notes = useWatch({ control: form.control, name: 'notes' })
  const isTeacherOptional = defaultTeacher !== undefined
  return (
    <div className="grid gap-5 sm:grid-cols-2">
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
              <Button size="sm" className="self-start" onClick={onEraseNotes}>
                Apagar observações
              </Button>
            )}
          </>
        )}
      </Field>
    </div>
  )
}

interface CancellationFieldsProps {
  form: LessonFormApi
  /** '' if the lesson happened. */
  reason: LessonForm['cancelledReason']
  /** All told not to come to the planned lesson. */
  isEmpty?: boolean | undefined
  /** Says what a stored lesson loses if it did not happen. */
  removed?: string | null
  /** The extension, shown once the box is ticked. */
  children?: ReactNode
}

/**
 * 'A aula não aconteceu' and why (docs/product.md, 'A lesson that did not happen'). Rain is the usual reason. It takes
 * no tap for 0.4 s, because it comes where the 'Editar' was that opened the form.
 */
export function CancellationFields(props: CancellationFieldsProps) {
  const { form, reason, isEmpty, removed = null, children } = props
  const choose = (value: LessonForm['cancelledReason']) =>
    form.setValue('cancelledReason', value, { shouldDirty: true })
  return (
    <div className="unhurried flex flex-col gap-3">
      <Checkbox
        label="A aula não aconteceu"
        checked={reason !== ''}
        onChange={({ target }) => {
          choose(target.checked ? 'rain' : '')
          // The offer is a different one now, so the choice starts anew.
          form.setValue('extension', NO_EXTENSION, { shouldDirty: true })
          form.clearErrors('extension')
        }}
      />
      {reason !== '' && (
        <>
          <ReasonChoice value={reason} onChange={choose} isEmpty={isEmpty} />
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

interface OfferedExtensionProps {
  form: LessonFormApi
  offer: ExtensionOffer | undefined
  students: readonly { id: Uuid; name: string }[]
}

/** The extension that the form of a lesson offers; nothing without an offer. */
export function OfferedExtension({ form, offer, students }: OfferedExtensionProps) {
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
      students={students}
    />
  )
}
