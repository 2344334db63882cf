import { useEffect, useId, useRef, useState } from 'react'
import type { FieldErrors } from 'react-hook-form'
import { useClubs } from '@/clubs/use-clubs'
import { formatLongDate } from '@/core/dates'
import { participantIn, type SessionDetails, type Uuid } from '@/core/model'
import { CreditEffects } from '@/credits/credit-effects'
import { planSessionEdit } from '@/credits/plan-session'
import { useAnonymizedIds } from '@/students/use-students'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { DraftNotice } from '@/ui/forms/draft-notice'
import { OfflineNotice } from '@/ui/offline-notice'
import { OFFLINE } from '@/ui/offline-texts'
import { useConnection } from '@/ui/use-connection'
import { useNow } from '@/ui/use-now'
import { CancellationFields } from '../cancellation-fields'
import { COURT } from '../court-texts'
import { ExtensionFields } from '../extension-fields'
import { LessonFields } from '../lesson-fields'
import { editedDay, toEditIntent } from '../session-edit'
import { hidesWrongDays, NO_EXTENSION, type SessionEditForm } from '../session.schema'
import { useCreditFacts } from '../use-sessions'
import { ChangedElsewhere, DeletedElsewhere } from './changed-elsewhere'
import { DeleteSession } from './delete-session'
import { StudentsInSession } from './students-in-session'
import { useSessionEdit } from './use-session-edit'

const PREVIEW = '00000000-0000-0000-0000-000000000000'

/** The inline form that replaces a session's card (docs/product.md, 'Editing a lesson'). */
export function SessionEditor({
  session,
  gone,
  onClose,
}: {
  /** The newest version known to this device. */
  session: SessionDetails
  /** The session was deleted during the edit. */
  gone: boolean
  onClose: () => void
}) {
  const clubs = useClubs().data
  const edit = useSessionEdit(session, { clubs, onSaved: onClose })
  const { form, values, seen } = edit
  const anonymizedIds = useAnonymizedIds()
  const isGone = gone || edit.deleted

  /** Nothing is written about an anonymised student: without stored feedback there is none. */
  const asked = <Values extends SessionEditForm>(typed: Values): Values => ({
    ...typed,
    participants: typed.participants.map((participant) =>
      anonymizedIds.has(participant.studentId) && !participantIn(seen, participant.studentId)?.feedback
        ? { ...participant, withFeedback: false }
        : participant,
    ),
  })
  const added = values.participants.map(({ studentId }) => studentId).filter((id) => !participantIn(seen, id))
  const feedbacks = seen.participants.filter(({ feedback }) => feedback !== null).length
  const facts = useCreditFacts({ studentIds: added, sessionId: session.id })
  const now = useNow()
  const isKnown = values.participants.every(({ studentId }) =>
    facts.data?.students.some(({ id }) => id === studentId),
  )
  const planned =
    facts.data?.session && isKnown && values.participants.length > 0
      ? planSessionEdit(toEditIntent(PREVIEW, asked(values), seen, clubs), facts.data, now)
      : null
  const offer = planned?.success ? planned.offer : undefined
  const isCancelled = values.cancelledReason !== ''
  const forgetExtension = () => {
    form.setValue('extension', NO_EXTENSION, { shouldDirty: true })
    form.clearErrors('extension')
  }
  const extensionFields = offer && (
    <ExtensionFields
      offer={offer}
      value={values.extension}
      onChange={({ wanted, days }) => {
        form.setValue('extension.wanted', wanted, { shouldDirty: true })
        form.setValue('extension.days', days, { shouldDirty: true, shouldValidate: true })
      }}
      error={form.formState.errors.extension?.days?.message}
      nameOf={(id) => facts.data?.students.find((student) => student.id === id)?.name ?? ''}
    />
  )

  const headingId = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const formElement = useRef<HTMLFormElement>(null)
  const [open, setOpen] = useState<ReadonlySet<Uuid>>(new Set())
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView({ block: 'start' })
  }, [])

  const { online } = useConnection()
  const cancel = () => {
    edit.clearDraft()
    onClose()
  }
  const save = async (typed: Parameters<typeof edit.save>[0]) => {
    await edit.save(asked(typed), offer)
    // Another device may have used the credits that the form offers.
    void facts.refetch()
  }
  const unfoldInvalid = ({ participants }: FieldErrors<SessionEditForm>) => {
    const invalid = values.participants
      .filter((_, at) => participants?.[at]?.feedback)
      .map(({ studentId }) => studentId)
    setOpen(new Set([...open, ...invalid]))
  }
  const { submitCount } = form.formState
  useEffect(() => {
    if (submitCount === 0) return
    // In an effect, because the invalid fields exist only after their participants were unfolded.
    formElement.current?.querySelector<HTMLElement>('[aria-invalid=true], [data-error-target=true]')?.focus()
  }, [submitCount, formElement])

  return (
    <Card className="border-court! md:p-6">
      <h2 id={headingId} ref={heading} tabIndex={-1} className="scroll-mt-24 text-[17px] outline-none">
        Editar sessão de {formatLongDate(seen.date)}
      </h2>
      <form
        ref={formElement}
        noValidate
        aria-labelledby={headingId}
        className="mt-4 flex flex-col gap-6"
        onSubmit={(event) => {
          if (hidesWrongDays(values.extension, offer)) form.setValue('extension.days', '')
          void form.handleSubmit(save, unfoldInvalid)(event)
        }}
      >
        <OfflineNotice online={online} className="">
          {OFFLINE.needs.session}
        </OfflineNotice>
        {isGone && <DeletedElsewhere onDiscard={cancel} />}
        {!isGone && edit.restored && edit.changes.length === 0 && (
          <DraftNotice
            onDiscard={() => {
              edit.discard()
              heading.current?.focus()
            }}
          />
        )}
        {!isGone && edit.changes.length > 0 && <ChangedElsewhere changes={edit.changes} onDiscard={cancel} />}
        <LessonFields
          form={form}
          notes={values.notes}
          now={now}
          onEraseNotes={
            seen.participants.some(({ student_id }) => anonymizedIds.has(student_id))
              ? () => form.setValue('notes', '', { shouldDirty: true })
              : undefined
          }
        />
        <CancellationFields
          value={values.cancelledReason}
          onChange={(value) => form.setValue('cancelledReason', value, { shouldDirty: true })}
          onToggle={forgetExtension}
        >
          <p className="text-[15px] text-ink-soft">
            {COURT.cancelled.nobodyPays}
            {feedbacks > 0 && ` ${COURT.cancelled.feedbacksRemoved(feedbacks)}`}
          </p>
          {extensionFields}
        </CancellationFields>
        <div role="status" className="-mt-6">
          {seen.cancelled_reason !== null && !isCancelled && (
            <p className="rounded-lg bg-info-soft px-4 py-2.5 text-[15px] font-semibold text-info">
              {COURT.cancelled.back}
              {facts.data?.extensions.some(({ session_id }) => session_id === session.id) &&
                ` ${COURT.cancelled.extensionGoes}`}
            </p>
          )}
        </div>
        <StudentsInSession
          edit={edit}
          cancelled={isCancelled}
          facts={facts.data}
          lessonDay={editedDay(values, seen)}
          clubs={clubs ?? []}
          anonymizedIds={anonymizedIds}
          open={open}
          onOpen={setOpen}
        />
        {!isGone && (
          <>
            {!isCancelled && extensionFields}
            {values.participants.length > 0 && (
              <CreditEffects
                planned={planned}
                failed={facts.isError}
                onRetry={() => void facts.refetch()}
                none={COURT.nothingMoves}
              />
            )}
            <div
              data-instead-of-bar
              className="pb-safe sticky bottom-(--bottom-inset) z-10 -mx-4 -mb-4 flex flex-col-reverse gap-3 rounded-b-xl border-t border-line bg-surface px-4 pt-3 min-[360px]:flex-row *:flex-1 md:static md:mx-0 md:mb-0 md:justify-end md:border-0 md:p-0 md:*:flex-none"
            >
              <Button tone="outline" onClick={cancel}>
                Cancelar
              </Button>
              <Button type="submit" tone="main" pending={edit.saving} pendingLabel="Salvando...">
                {edit.changes.length > 0 ? 'Salvar o meu' : 'Salvar'}
              </Button>
            </div>
          </>
        )}
      </form>
      {!isGone && (
        <div className="mt-6 border-t border-line pt-2">
          <DeleteSession
            session={seen}
            onDeleted={() => {
              edit.clearDraft()
              onClose()
            }}
          />
        </div>
      )}
    </Card>
  )
}
