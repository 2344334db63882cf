import Lock from 'lucide-react/icons/lock'
import type { ComponentProps, ReactNode } from 'react'
import { FOCUS_TAGS, LENGTHS } from '@/core/constants'
import type { Club } from '@/core/model'
import { characters } from '@/core/text.schema'
import { ChipGroup } from '@/ui/fields/choices'
import { Field, Checkbox, Textarea, LabeledSelect } from '@/ui/fields/field'
import { LengthHint } from '@/ui/forms/fields'
import { RollBlock } from './roll-block'
import type { FeedbackForm, ParticipantForm } from './session.schema'
import { PRIVATE_NOTES } from './texts'

/** Messages beside the fields of one feedback. */
interface FeedbackErrors {
  notes?: { message?: string | undefined } | undefined
  privateNotes?: { message?: string | undefined } | undefined
}

/** What one tap changes; the rest stays. */
export type ParticipantChange = Partial<Omit<ParticipantForm, 'feedback'>> & {
  feedback?: Partial<ParticipantForm['feedback']>
}

/** `now` must be read from the form: another tap may have come since it was drawn. */
export const changedParticipant = (
  now: ParticipantForm,
  { feedback, ...change }: ParticipantChange,
): ParticipantForm => ({ ...now, ...change, feedback: { ...now.feedback, ...feedback } })

/** A participant of a form as a row of the roll call. */
export function ParticipantRoll({
  name,
  participant,
  wanted,
  canRate,
  isDefault,
  onChange,
  open,
  onOpen,
  clubs,
  errors,
  ...block
}: Parameters<typeof OptionalFeedback>[0] & {
  /** The student was present and may get feedback. */
  canRate: boolean
  /** The coach has not touched the stars. */
  isDefault: boolean
  open: boolean
  onOpen: (open: boolean) => void
} & Omit<ComponentProps<typeof RollBlock>, 'onAttendance' | 'stars' | 'unfolded'>) {
  const { feedback } = participant
  const rated = canRate && {
    stars: {
      rating: wanted ? feedback.rating : 0,
      isDefault: wanted && isDefault,
      onChange: (rating: number) => onChange({ withFeedback: true, rated: true, feedback: { rating } }),
    },
    unfolded: {
      label: 'Foco e notas',
      summary: wanted ? feedbackSummary(feedback) : 'sem feedback',
      open,
      onOpen,
      invalid: errors !== undefined,
      content: <OptionalFeedback {...{ name, participant, wanted, onChange, clubs, errors }} />,
    },
  }
  return (
    <RollBlock
      {...block}
      {...(rated || { stars: null, unfolded: null })}
      onAttendance={(attendance) => onChange({ attendance })}
    />
  )
}

/** What unfolds below a participant's stars: tags, notes and club, or 'Sem feedback', which keeps what was typed. */
const OptionalFeedback = ({
  name,
  participant: { feedback },
  wanted,
  onChange,
  clubs,
  errors,
}: {
  /** Unique on the page; prefixes the controls' names. */
  name: string
  participant: ParticipantForm
  wanted: boolean
  onChange: (change: ParticipantChange) => void
  clubs: readonly Club[]
  errors: FeedbackErrors | undefined
}) => (
  <>
    {wanted && (
      <FocusAndNotes
        name={name}
        value={feedback}
        onChange={(change) => onChange({ feedback: change })}
        errors={errors}
      >
        {clubs.length > 0 && (
          <LabeledSelect
            label="Clube"
            optional
            name={`${name}-club`}
            placeholder="Nenhum clube"
            options={clubs.map((club) => ({ value: club.id, label: club.name }))}
            value={feedback.clubId}
            onChange={({ target }) => onChange({ feedback: { clubId: target.value } })}
          />
        )}
      </FocusAndNotes>
    )}
    <Checkbox
      className={wanted ? 'mt-3' : ''}
      label="Sem feedback"
      checked={!wanted}
      onChange={({ target }) => onChange({ withFeedback: !target.checked })}
    />
    {!wanted && <p className="pb-1 text-[15px] text-ink-soft">O aluno não recebe avaliação nesta aula.</p>}
  </>
)

interface FocusAndNotesProps {
  /** Unique on the page; prefixes the controls' names. */
  name: string
  value: FeedbackForm
  onChange: (change: Partial<FeedbackForm>) => void
  errors: FeedbackErrors | undefined
  children?: ReactNode
}

/** Tags and notes of one student's feedback. Controlled: `onChange` gets the changed fields. */
export function FocusAndNotes({ name, value, onChange, errors, children }: FocusAndNotesProps) {
  // A tag that this version does not know stays, and the coach can remove it.
  const tags = [...new Set([...FOCUS_TAGS, ...value.tags])]
  return (
    <div className="grid gap-5 md:grid-cols-2">
      <div className="col-span-full">
        <ChipGroup
          legend="Foco da aula"
          options={tags}
          value={value.tags}
          onChange={(chosen) => onChange({ tags: chosen })}
        />
      </div>
      <Notes
        label="Notas"
        hint="Visível só na página deste aluno"
        name={`${name}-notes`}
        value={value.notes}
        onChange={(notes) => onChange({ notes })}
        placeholder="O que foi bem e o que treinar na próxima aula"
        error={errors?.notes?.message}
      />
      <Notes
        label={PRIVATE_NOTES.label}
        hint={
          <span className="inline-flex items-center gap-1.5">
            <Lock className="size-4 shrink-0" />
            {PRIVATE_NOTES.hint}
          </span>
        }
        name={`${name}-private-notes`}
        value={value.privateNotes}
        onChange={(privateNotes) => onChange({ privateNotes })}
        placeholder="O que lembrar deste aluno"
        error={errors?.privateNotes?.message}
      />
      {children}
    </div>
  )
}

interface NotesProps {
  label: string
  hint: ReactNode
  error: string | undefined
  name: string
  value: string
  onChange: (text: string) => void
  placeholder: string
}

function Notes({ label, hint, error, onChange, ...control }: NotesProps) {
  const length = characters(control.value.trim())
  return (
    <Field
      label={label}
      optional
      error={error}
      hint={
        <LengthHint length={length} max={LENGTHS.feedbackNotes}>
          {hint}
        </LengthHint>
      }
    >
      {/* No maxLength, which would cut a long paste silently. */}
      {(aria) => <Textarea {...aria} {...control} onChange={({ target }) => onChange(target.value)} />}
    </Field>
  )
}

/** A summary of what the coach entered besides the stars. */
export const feedbackSummary = ({ tags, notes, privateNotes }: FeedbackForm): string =>
  [`${notes}${privateNotes}`.trim() === '' ? '' : 'com notas', tags.join(', ')].filter(Boolean).join(' · ')
