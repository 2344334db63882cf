import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useEffect, useRef, useState } from 'react'
import { useForm, useWatch, type Resolver } from 'react-hook-form'
import { useCoachRules } from '@/account/use-profile'
import { answeredSlot } from '@/agenda/answers'
import type { Occurrence } from '@/agenda/rules'
import { isLocalDate, toDateTimeInput, toLocalDate } from '@/core/dates'
import type { Club, LocalDate, StudentWithCredits, Uuid } from '@/core/model'
import { CreditEffects } from '@/credits/credit-effects'
import type { RegistrationIntent } from '@/credits/intents'
import { DraftNotice } from '@/ui/forms/draft-notice'
import { useDraft, useFormDraft, useHasDraft } from '@/ui/forms/use-draft'
import { useNow } from '@/ui/use-now'
import { COURT } from '../court-texts'
import { newParticipant, withStudents } from '../participants'
import { knownFacts, previewRegistration } from '../registration-preview'
import {
  hidesWrongDays,
  emptySession,
  newFeedback,
  newSessionDraft,
  newSessionSchema,
  type NewSessionForm,
  type NewSessionValues,
} from '../session.schema'
import { LessonStep } from './lesson-step'
import { SameLessonNotice } from './same-lesson-notice'
import { keptDay, startedForm, toForm, type Start } from './session-draft'
import { StartNotice } from './start-notice'
import { StepHeader } from './step-header'
import { StudentsStep } from './students-step'
import { useCreditPreview } from './use-credit-preview'
import { usePendingChange } from './use-pending-change'
import { useRegistration } from './use-registration'
import { useSameLesson } from './use-same-lesson'
import { useStep } from './use-step'

const NONE: ReadonlySet<Uuid> = new Set()

/** The draft of a form that begins empty. */
const EMPTY_DRAFT = 'new-session'

const resolver: Resolver<NewSessionForm, unknown, NewSessionValues> = standardSchemaResolver(
  newSessionSchema(() => new Date()),
)

/**
 * Both steps in one form with one draft. Session and operation get the draft's id, so that a session whose answer was
 * lost is registered once (docs/product.md, 'Sent twice').
 */
export function SessionForm({
  students,
  clubs,
  pendingStudents = NONE,
  pending,
  start,
}: {
  /** Active students by name, pending ones included. */
  students: readonly StudentWithCredits[]
  /** Undefined if they could not be read. */
  clubs: readonly Club[] | undefined
  /** The students who are pending themselves. */
  pendingStudents?: ReadonlySet<Uuid>
  /** The pending session to edit; absent for a new one. */
  pending?: RegistrationIntent | undefined
  /** What the form opens filled in with. */
  start?: Start | undefined
}) {
  const usualClub = clubs?.find(({ is_default }) => is_default)?.id ?? null
  const startClub = clubs?.find(({ id }) => id === start?.clubId)?.id
  const defaultClub = startClub ?? usualClub
  const fresh = () => {
    if (pending) return toForm(pending, usualClub)
    return start ? startedForm(start, students, defaultClub) : emptySession(new Date())
  }
  const [defaults] = useState(fresh)
  // A draft of its own: what the coach was typing in an empty form is neither replaced nor mixed in.
  const name = pending?.opId ?? start?.name
  const draft = useDraft(
    name === undefined ? EMPTY_DRAFT : `${EMPTY_DRAFT}:${name}`,
    defaults,
    newSessionDraft,
  )
  const hasOtherDraft = useHasDraft(EMPTY_DRAFT) && start !== undefined
  const [restored, setRestored] = useState(draft.restored)
  const form = useForm<NewSessionForm, unknown, NewSessionValues>({
    resolver,
    defaultValues: draft.initial,
    mode: 'onTouched',
  })
  useFormDraft(form, draft)
  const { control, getValues, setValue } = form
  const { errors } = form.formState
  const [participants, dateTime, cancelledReason, extension] = useWatch({
    control,
    name: ['participants', 'dateTime', 'cancelledReason', 'extension'],
  })
  const rules = useCoachRules()
  const now = useNow()
  const origin = pending ?? start?.origin
  const lessonDay = keptDay(dateTime, origin) ?? dayOf(dateTime, toLocalDate(now))
  const same = useSameLesson({ dateTime, participants, cancelledReason }, lessonDay, origin?.slot, now)
  const planned =
    same.planned?.isSame && same.existing.length === 0 && !pending
      ? plannedOrigin(same.planned.occurrence)
      : undefined
  const { step, goTo } = useStep(participants.length > 0)
  const slot = (planned ?? origin)?.slot
  const preview = useCreditPreview(step === 2 ? participants : [], slot)
  const willDo = previewRegistration(
    { cancelledReason, participants, extension },
    { lessonDay, ...(slot && { slot }) },
    preview.facts ?? knownFacts(students, rules),
    now,
  )
  const offer = willDo.success ? willDo.offer : undefined
  const registration = useRegistration(
    form,
    draft,
    students,
    clubs,
    offer,
    planned ?? start?.origin,
    same.beside,
  )
  const change = usePendingChange(pending, draft, students, clubs, offer)
  const { saving, save } = pending ? change : registration

  const heading = useRef<HTMLHeadingElement>(null)

  const choose = (ids: Uuid[]) => {
    const next = withStudents(getValues(), ids, (studentId) =>
      newParticipant(studentId, newFeedback(defaultClub)),
    )
    setValue('removed', next.removed, { shouldDirty: true })
    setValue('participants', next.participants, { shouldDirty: true })
    if (ids.length > 0) form.clearErrors('participants')
  }

  const present = participants.flatMap(
    ({ studentId }) => students.find((student) => student.id === studentId) ?? [],
  )
  useEffect(() => {
    // A draft may name students who were deleted or made inactive since.
    if (present.length < participants.length) choose(present.map(({ id }) => id))
  })

  const shownStep = useRef(step)
  useEffect(() => {
    if (shownStep.current === step) return
    shownStep.current = step
    moveToTop(heading.current)
  }, [step])

  const toFeedback = async () => {
    // Errors in feedback belong to step 2, where they can be corrected.
    if (present.length > 0) {
      goTo(2)
      return
    }
    await form.trigger('participants')
    moveToTop(heading.current)
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
      {start && <StartNotice start={start} hasOtherDraft={hasOtherDraft} />}
      {/* 'Enter' must not submit: it would register the session before its feedback is written. */}
      <form noValidate onSubmit={(event) => event.preventDefault()}>
        {step === 1 ? (
          <StudentsStep
            heading={heading}
            students={students}
            pendingStudents={pendingStudents}
            selected={present.map(({ id }) => id)}
            onChange={choose}
            error={errors.participants?.message ?? errors.participants?.root?.message}
            onContinue={() => void toFeedback()}
          />
        ) : (
          <>
            {!pending && <SameLessonNotice same={same} onLeave={draft.clear} />}
            <LessonStep
              heading={heading}
              form={form}
              students={present}
              lessonDay={lessonDay}
              offer={offer}
              clubs={clubs ?? []}
              saving={saving}
              pending={pending !== undefined}
              effects={
                preview.isKnowable && (
                  <CreditEffects
                    planned={preview.facts && willDo}
                    failed={preview.failed}
                    onRetry={preview.retry}
                    none={COURT.nothingMoves}
                  />
                )
              }
              // The lesson of the agenda is registered at its own hour.
              onSave={() => {
                if (hidesWrongDays(form.getValues('extension'), offer)) form.setValue('extension.days', '')
                void form.handleSubmit((values) =>
                  save(planned ? { ...values, dateTime: toDateTimeInput(new Date(planned.date)) } : values),
                )()
              }}
              onBack={() => goTo(1)}
            />
          </>
        )}
      </form>
    </>
  )
}

/** As 'Detalhes' opens it. */
const plannedOrigin = (planned: Occurrence) => ({
  date: planned.starts_at.instant,
  lessonDay: planned.day,
  slot: answeredSlot(planned),
})

/** The lesson's day; while its date is missing or invalid, packages are previewed for today. */
function dayOf(dateTime: string, today: LocalDate): LocalDate {
  const typed = dateTime.slice(0, 10)
  return isLocalDate(typed) && typed <= today ? typed : today
}

function moveToTop(heading: HTMLElement | null) {
  window.scrollTo(0, 0)
  heading?.focus({ preventScroll: true })
}
