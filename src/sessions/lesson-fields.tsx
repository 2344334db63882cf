import { clsx } from 'clsx'
import { useId, useState, type ReactNode } from 'react'
import { useWatch, type UseFormReturn } from 'react-hook-form'
import { LENGTHS } from '@/core/constants'
import { addDays, formatDate, toDateTimeInput } from '@/core/dates'
import { CANCELLED_REASONS, type CancelledReason, type LocalDate, type Uuid } from '@/core/model'
import { characters } from '@/core/text.schema'
import { extensionDays, type ExtensionOffer } from '@/credits/extensions'
import { Button } from '@/ui/button'
import { Checkbox } from '@/ui/fields/checkbox'
import { Field, FieldError } from '@/ui/fields/field'
import { Input } from '@/ui/fields/input'
import { Segmented } from '@/ui/fields/segmented'
import { Textarea } from '@/ui/fields/textarea'
import { TextField } from '@/ui/forms/fields'
import { LengthHint } from '@/ui/forms/length-hint'
import { ATTENDANCE } from './attendance-texts'
import { chosenExtension } from './lesson-form'
import { NO_EXTENSION, type LessonForm, type LessonValues } from './session.schema'
import { SESSION_MESSAGES } from './texts'

/** The form that registers or edits a lesson. */
export type LessonFormApi = UseFormReturn<LessonForm, unknown, LessonValues>

/** When the lesson was, who gave it, and what all its students may read. */
export function LessonFields({
  form,
  now,
  defaultTeacher,
  onEraseNotes,
  className,
}: {
  form: LessonFormApi
  /** A lesson is never in the future. */
  now: Date
  /** Who gave the lesson when the field is left empty; absent, it is required. */
  defaultTeacher?: string
  /** Given when somebody of this lesson was anonymised: its notes can be erased, and not written. */
  onEraseNotes?: (() => void) | undefined
  className?: string
}) {
  const notes = useWatch({ control: form.control, name: 'notes' })
  const isTeacherOptional = defaultTeacher !== undefined
  return (
    <div className={clsx('grid gap-5 sm:grid-cols-2', className)}>
      <TextField
        form={form}
        name="dateTime"
        label="Data e hora da aula"
        required
        input={{ type: 'datetime-local', max: toDateTimeInput(now) }}
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

const REASONS = CANCELLED_REASONS.map((value) => ({ value, label: ATTENDANCE.reasons[value] }))

/** Why a lesson did not happen. */
export function ReasonChoice({
  value,
  onChange,
}: {
  value: CancelledReason
  onChange: (reason: CancelledReason) => void
}) {
  return (
    <Segmented
      legend="Motivo"
      options={REASONS}
      value={value}
      onChange={onChange}
      className="max-w-lg grid-cols-2"
    />
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

/** 'Estender validade em [7] dias', with the packages it is for (docs/product.md, 'More time'). */
export function ExtensionFields({
  offer,
  value,
  onChange,
  error,
  nameOf,
}: {
  offer: ExtensionOffer
  value: LessonForm['extension']
  onChange: (value: LessonForm['extension']) => void
  /** What is wrong with the days. */
  error: string | undefined
  /** A student's name. */
  nameOf: (studentId: Uuid) => string
}) {
  const listId = useId()
  const errorId = useId()
  const days = value.days || String(offer.days)
  const given = error ? undefined : chosenExtension(value, offer)?.days
  /** While it is typed; an empty one means the days that are offered. */
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <div className="rounded-lg bg-sunken px-3 py-2">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Checkbox
          label="Estender validade em"
          aria-label={`Estender validade em ${days} dias`}
          aria-describedby={listId}
          checked={value.wanted ?? offer.ticked}
          onChange={({ target }) => onChange({ ...value, wanted: target.checked })}
        />
        <span className="inline-flex items-center gap-2 font-semibold">
          <Input
            aria-label="Dias a mais de validade"
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? errorId : undefined}
            type="text"
            inputMode="numeric"
            autoComplete="off"
            maxLength={3}
            className="figures min-h-11! w-13! px-1! text-center"
            value={typed ?? days}
            onFocus={({ currentTarget }) => currentTarget.select()}
            onBlur={() => setTyped(null)}
            onChange={({ target }) => {
              const text = target.value.replace(/\D/g, '')
              setTyped(text)
              onChange({ wanted: true, days: text })
            }}
          />
          dias
        </span>
      </div>
      {error && <FieldError id={errorId} message={error} />}
      <ul id={listId} className="figures mt-1 flex flex-col gap-1 pb-1 text-[15px]">
        {offer.packages.map(({ packageId, packageName, studentId, expiry, passed }) => (
          <li key={packageId} className="leading-snug [overflow-wrap:anywhere]">
            <span className="line-clamp-2 text-ink-soft">
              {nameOf(studentId)} · {packageName}
            </span>
            <span className="block font-semibold">
              {changeOf(expiry, given && extensionDays({ days: given }, { passed }))}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

/**
 * The last valid day, and what it becomes; without `days` it stays.
 *
 * @param expiry null where the validity begins with the first lesson.
 */
function changeOf(expiry: LocalDate | null, days: number | undefined): string {
  if (expiry === null && days === undefined) return 'Começa na 1ª aula'
  if (expiry === null) return `Começa na 1ª aula, com ${days} ${days === 1 ? 'dia' : 'dias'} a mais`
  if (days === undefined) return `Vence em ${formatDate(expiry)}`
  return `${formatDate(expiry)} → ${formatDate(addDays(expiry, days))}`
}
