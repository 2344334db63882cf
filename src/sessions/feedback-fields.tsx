import Lock from 'lucide-react/icons/lock'
import { FOCUS_TAGS, LENGTHS } from '@/core/constants'
import type { Club } from '@/core/model'
import { ChipGroup } from '@/ui/fields/choices'
import { Field } from '@/ui/fields/field'
import { Textarea } from '@/ui/fields/input'
import { Select } from '@/ui/fields/select'
import { LengthHint } from '@/ui/forms/length-hint'
import { StarsInput } from '@/ui/stars'
import { PRIVATE_NOTES } from './private-notes-texts'
import type { FeedbackForm } from './session.schema'

/** Typed feedback of one student in one lesson; `clubId` '' means no club. */
export type FeedbackFieldsValue = FeedbackForm & { clubId?: string }

/** Rating, focus, notes and club of one student's feedback. Controlled; other properties of `value` are kept. */
export function FeedbackFields<Value extends FeedbackFieldsValue>({
  name,
  value,
  onChange,
  clubs = [],
  errors = {},
}: {
  /** Unique on the page; prefixes the controls' names. */
  name: string
  value: Value
  onChange: (value: Value) => void
  /** Without clubs the field is hidden. */
  clubs?: readonly Pick<Club, 'id' | 'name'>[]
  /** Messages beside their fields. */
  errors?: { notes?: string | undefined; privateNotes?: string | undefined }
}) {
  // A tag that this version does not know stays and can be removed.
  const tags = [...FOCUS_TAGS, ...value.tags.filter((tag) => !FOCUS_TAGS.some((known) => known === tag))]
  return (
    <div className="flex flex-col gap-5">
      <StarsInput
        name={`${name}-rating`}
        legend="Avaliação"
        value={value.rating}
        onChange={(rating) => onChange({ ...value, rating })}
      />
      <ChipGroup
        legend="Foco da aula"
        options={tags}
        value={value.tags}
        onChange={(chosen) => onChange({ ...value, tags: chosen })}
      />
      <Field
        label="Notas"
        optional
        error={errors.notes}
        hint={
          <LengthHint length={Array.from(value.notes.trim()).length} max={LENGTHS.feedbackNotes}>
            Visível só na página deste aluno
          </LengthHint>
        }
      >
        {(control) => (
          // No maxLength: it would cut a long paste silently.
          <Textarea
            {...control}
            name={`${name}-notes`}
            value={value.notes}
            onChange={(event) => onChange({ ...value, notes: event.target.value })}
            placeholder="O que foi bem e o que treinar na próxima aula"
          />
        )}
      </Field>
      <Field
        label={PRIVATE_NOTES.label}
        optional
        error={errors.privateNotes}
        hint={
          <LengthHint length={Array.from(value.privateNotes.trim()).length} max={LENGTHS.feedbackNotes}>
            <span className="inline-flex items-center gap-1.5">
              <Lock className="size-4 shrink-0" aria-hidden="true" />
              {PRIVATE_NOTES.hint}
            </span>
          </LengthHint>
        }
      >
        {(control) => (
          <Textarea
            {...control}
            name={`${name}-private-notes`}
            rows={2}
            value={value.privateNotes}
            onChange={(event) => onChange({ ...value, privateNotes: event.target.value })}
            placeholder={PRIVATE_NOTES.placeholder}
          />
        )}
      </Field>
      {clubs.length > 0 && (
        <Field label="Clube" optional>
          {(control) => (
            <Select
              {...control}
              name={`${name}-club`}
              placeholder="Nenhum clube"
              options={clubs.map((club) => ({ value: club.id, label: club.name }))}
              value={value.clubId ?? ''}
              onChange={(event) => onChange({ ...value, clubId: event.target.value })}
            />
          )}
        </Field>
      )}
    </div>
  )
}
