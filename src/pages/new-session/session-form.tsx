import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useEffect, useRef, useState } from 'react'
import { useForm, useWatch, type Resolver } from 'react-hook-form'
import { DraftNotice } from '@/components/forms/draft-notice'
import type { Club, StudentWithCredits, Uuid } from '@/domain/shared/model'
import { withStudents } from '@/domain/sessions/participants'
import {
  emptySession,
  newFeedback,
  newSessionDraft,
  newSessionSchema,
  type NewSessionForm,
  type NewSessionValues,
} from '@/domain/sessions/session.schema'
import type { RegistrationIntent } from '@/domain/credits/intents'
import { useDraft, useFormDraft } from '@/hooks/forms/use-draft'
import { LessonStep } from './lesson-step'
import { toForm } from './session-draft'
import { StepHeader } from './step-header'
import { StudentsStep } from './students-step'
import { usePendingChange } from './use-pending-change'
import { useRegistration } from './use-registration'
import { useStep } from './use-step'

const NONE: ReadonlySet<Uuid> = new Set()

const resolver: Resolver<NewSessionForm, unknown, NewSessionValues> = standardSchemaResolver(
  newSessionSchema(() => new Date()),
)

/**
 * Both steps of a new lesson: one form, one draft. The draft's id names the lesson and the operation, so that a
 * lesson whose answer was lost is registered once.
 */
export function SessionForm({
  students,
  clubs,
  waiting = NONE,
  pending,
}: {
  /** Active ones, by name. */
  students: readonly StudentWithCredits[]
  /** Undefined when they could not be read. */
  clubs: readonly Club[] | undefined
  /** Those of the students who wait to be sent themselves. */
  waiting?: ReadonlySet<Uuid>
  /** The lesson to change, which waits to be sent; absent for a new one. */
  pending?: RegistrationIntent | undefined
}) {
  const defaultClub = clubs?.find(({ is_default }) => is_default)?.id ?? null
  const fresh = () => (pending ? toForm(pending, defaultClub) : emptySession(new Date()))
  const [defaults] = useState(fresh)
  const draft = useDraft(pending ? `new-session:${pending.opId}` : 'new-session', defaults, newSessionDraft)
  const [restored, setRestored] = useState(draft.restored)
  const form = useForm<NewSessionForm, unknown, NewSessionValues>({
    resolver,
    defaultValues: draft.initial,
    mode: 'onTouched',
  })
  useFormDraft(form, draft)
  const registration = useRegistration(form, draft, students, clubs)
  const change = usePendingChange(pending?.opId, draft, students, clubs)
  const { saving, save } = pending ? change : registration

  const { control, getValues, setValue } = form
  const { errors } = form.formState
  const participants = useWatch({ control, name: 'participants' })
  const { step, goTo } = useStep(participants.length > 0)
  const heading = useRef<HTMLHeadingElement>(null)

  const choose = (ids: Uuid[]) => {
    const next = withStudents(getValues(), ids, (studentId) => ({
      studentId,
      feedback: newFeedback(defaultClub),
    }))
    setValue('removed', next.removed, { shouldDirty: true })
    setValue('participants', next.participants, { shouldDirty: true })
    if (ids.length > 0) form.clearErrors('participants')
  }

  const present = participants.flatMap(
    ({ studentId }) => students.find((student) => student.id === studentId) ?? [],
  )
  useEffect(() => {
    // From a draft: somebody who was deleted or made inactive since cannot be in the lesson.
    if (present.length < participants.length) choose(present.map(({ id }) => id))
  })

  const shownStep = useRef(step)
  useEffect(() => {
    if (shownStep.current === step) return
    shownStep.current = step
    startAt(heading.current)
  }, [step])

  const toFeedback = async () => {
    // What is wrong with feedback is said in the second step, where it can be mended.
    if (present.length > 0) {
      goTo(2)
      return
    }
    await form.trigger('participants')
    startAt(heading.current)
  }
  const startAfresh = () => {
    draft.clear()
    form.reset(fresh())
    setRestored(false)
    goTo(1)
  }

  return (
    <>
      <StepHeader step={step} pending={pending !== undefined} />
      {restored && <DraftNotice onDiscard={startAfresh} />}
      {/* Nothing here submits by 'Enter': that would register a lesson whose feedback is not written yet. */}
      <form noValidate onSubmit={(event) => event.preventDefault()}>
        {step === 1 ? (
          <StudentsStep
            heading={heading}
            students={students}
            waiting={waiting}
            selected={present.map(({ id }) => id)}
            onChange={choose}
            error={errors.participants?.message ?? errors.participants?.root?.message}
            onContinue={() => void toFeedback()}
          />
        ) : (
          <LessonStep
            heading={heading}
            form={form}
            students={present}
            clubs={clubs ?? []}
            saving={saving}
            pending={pending !== undefined}
            onSave={() => void form.handleSubmit(save)()}
            onBack={() => goTo(1)}
          />
        )}
      </form>
    </>
  )
}

/** A step starts at its top, for the eyes and for the keyboard alike. */
function startAt(heading: HTMLElement | null) {
  window.scrollTo(0, 0)
  heading?.focus({ preventScroll: true })
}
