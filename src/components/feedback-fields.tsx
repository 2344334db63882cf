import { FOCUS_TAGS, LENGTHS } from '@/domain/constants'
import type { Club, Uuid } from '@/domain/model'
import { LengthHint } from './length-hint'
import { ChipGroup } from './ui/chips'
import { Field } from './ui/field'
import { Select } from './ui/select'
import { StarsInput } from './ui/stars'
import { Textarea } from './ui/textarea'

/** What a coach says about one student in one lesson, as it is typed. */
export interface FeedbackValue {
  /** 1 to 5. */
  rating: number
  tags: string[]
  notes: string
  /** '' for no club. */
  clubId: Uuid | ''
}

export interface FeedbackFieldsProps {
  /** Unique on the page; the controls' names begin with it. */
  name: string
  value: FeedbackValue
  onChange: (value: FeedbackValue) => void
  clubs: readonly Pick<Club, 'id' | 'name'>[]
  /** Messages beside their fields. */
  errors?: { notes?: string | undefined }
}

/** Rating, focus, notes and club of one student's feedback (spec §3, §7). Holds nothing itself. */
export function FeedbackFields({ name, value, onChange, clubs, errors = {} }: FeedbackFieldsProps) {
  // A focus that this version of the app does not offer stays, and can be taken away.
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
      <NotesField
        name={`${name}-notes`}
        value={value.notes}
        onChange={(notes) => onChange({ ...value, notes })}
        error={errors.notes}
      />
      {clubs.length > 0 && (
        <Field label="Clube" optional>
          {(control) => (
            <Select
              {...control}
              name={`${name}-club`}
              placeholder="Nenhum clube"
              options={clubs.map((club) => ({ value: club.id, label: club.name }))}
              value={value.clubId}
              onChange={(event) => onChange({ ...value, clubId: event.target.value })}
            />
          )}
        </Field>
      )}
    </div>
  )
}

/** Notes with their length. What is too long stays typed: cutting a paste would lose its end without a word. */
function NotesField({
  name,
  value,
  onChange,
  error,
}: {
  name: string
  value: string
  onChange: (notes: string) => void
  error: string | undefined
}) {
  return (
    <Field
      label="Notas"
      optional
      error={error}
      hint={
        <LengthHint length={value.trim().length} max={LENGTHS.feedbackNotes}>
          Só este aluno vê na página dele
        </LengthHint>
      }
    >
      {(control) => (
        <Textarea
          {...control}
          name={name}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          placeholder="O que foi bem e o que treinar na próxima aula"
          autoCapitalize="sentences"
        />
      )}
    </Field>
  )
}
