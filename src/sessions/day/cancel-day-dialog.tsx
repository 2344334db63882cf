import { useState } from 'react'
import { skippedOccurrence } from '@/agenda/answers'
import { occurrenceKey, type Occurrence, type SkipReason } from '@/agenda/rules'
import { SKIP_REASON_TEXTS } from '@/agenda/skip-reasons-texts'
import { useAgenda } from '@/agenda/use-agenda'
import { useTimeZone } from '@/agenda/use-time-zone'
import { isOn } from '@/agenda/window'
import { dayIn, dayOf, epochOf, timeOf, type AgendaTime } from '@/agenda/zone'
import { DAY_LESSONS } from '@/core/constants'
import { addDays, formatLongDate } from '@/core/dates'
import type { CancelledReason, SessionDetails, Uuid } from '@/core/model'
import { effectLines, withoutEffects, type StudentEffect } from '@/credits/effects'
import { extensionDays } from '@/credits/extensions'
import type { DayCancellationIntent, SkippedOccurrence } from '@/credits/intents'
import { planDayCancellation } from '@/credits/plan-session'
import { tell } from '@/credits/tell'
import { useUndoAction } from '@/credits/use-undo'
import { explained } from '@/data/queries/service-error'
import { plannedLesson } from '@/messages/planned-lesson'
import { lessonRequests, type MessageRequest } from '@/messages/requests'
import { STUDENT_MESSAGES } from '@/students/texts'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { Field, FieldError } from '@/ui/fields/field'
import { Select } from '@/ui/fields/select'
import { toastFailure } from '@/ui/forms/toast-failure'
import { useAttemptId } from '@/ui/forms/use-attempt-id'
import { useSingleFlight } from '@/ui/forms/use-single-flight'
import { OfflineNotice } from '@/ui/offline-notice'
import { OFFLINE } from '@/ui/offline-texts'
import { Dialog, DialogActions } from '@/ui/overlay/dialog'
import { Skeleton } from '@/ui/skeleton'
import { ErrorState } from '@/ui/states'
import { useConnection } from '@/ui/use-connection'
import { useNow } from '@/ui/use-now'
import { ATTENDANCE } from '../attendance-texts'
import { ReasonChoice } from '../cancellation-fields'
import { COURT } from '../court-texts'
import { ExtensionFields } from '../extension-fields'
import { chosenExtension } from '../participants'
import { NO_SESSION_FILTERS } from '../session-filters'
import { extensionDaysProblem, NO_EXTENSION } from '../session.schema'
import { SESSION_MESSAGES } from '../texts'
import { useCancelDay } from '../use-cancel-day'
import { isStale, useCreditFacts, useSessionsPage } from '../use-sessions'

const { day: texts } = COURT
const { toast: toasts } = SESSION_MESSAGES

/** 'Cancelar as aulas de hoje' (docs/product.md, 'A lesson that did not happen'): one reason, one question, one plan. */
export function CancelDayDialog({
  onClose,
  onCancelled,
}: {
  onClose: () => void
  /** The messages to who would have come. */
  onCancelled: (requests: MessageRequest[]) => void
}) {
  const { online } = useConnection()
  const now = useNow()
  const { stored, device, isPending: isZonePending } = useTimeZone()
  const zone = stored ?? device
  const today = dayIn(zone, now)
  // The history is read by days of this device. Where those are others, lessons of the agenda's day are picked out of three.
  const around = zone === device ? 0 : 1
  const lessons = useSessionsPage({
    page: 1,
    filters: {
      ...NO_SESSION_FILTERS,
      dateRange: { start: addDays(today, -around), end: addDays(today, around) },
    },
    pageSize: DAY_LESSONS,
  })
  const agenda = useAgenda(today, today)
  const isRead = !isZonePending && !lessons.isPlaceholderData && !agenda.isPlaceholderData
  const failed = lessons.isError ? lessons.error : agenda.isError ? agenda.error : null
  const readAgain = () =>
    Promise.all([lessons.refetch({ cancelRefetch: false }), agenda.refetch({ cancelRefetch: false })])
  return (
    <Dialog open onOpenChange={onClose} title={texts.title} description={formatLongDate(today)}>
      <OfflineNotice online={online}>{OFFLINE.needs.cancelDay}</OfflineNotice>
      {isRead && lessons.data && agenda.data && isOn(today, agenda.data.days) ? (
        <DayForm
          key={today}
          all={[
            ...lessons.data.items.map(ofLesson(zone)).filter(({ at }) => dayOf(at) === today),
            ...agenda.data.occurrences.filter(isPlanned).map(ofOccurrence),
          ].toSorted((a, b) => epochOf(a.at) - epochOf(b.at))}
          now={now}
          onRefused={readAgain}
          onUndone={() => onCancelled([])}
          onDone={(requests) => {
            onCancelled(requests)
            onClose()
          }}
        />
      ) : failed ? (
        <ErrorState
          {...explained(failed, toasts.loadFailed)}
          retrying={lessons.isFetching || agenda.isFetching}
          onRetry={() => void readAgain()}
        />
      ) : (
        <div role="status" aria-label={texts.loading} className="flex flex-col gap-3">
          <Skeleton className="h-14 w-full rounded-xl" />
          <Skeleton className="h-14 w-full rounded-xl" />
          <Skeleton className="h-24 w-full rounded-xl" />
        </div>
      )}
    </Dialog>
  )
}

/** A lesson of the day, registered or only planned. */
interface DayLesson {
  key: string
  at: AgendaTime
  names: string[]
  reason: SkipReason | null
  /** What its students are told. */
  requests: MessageRequest[]
  /** Of a registered one. */
  session?: { sessionId: Uuid; expectedVersion: number }
  /** Of a planned one. */
  occurrence?: SkippedOccurrence
}

const ofLesson =
  (zone: string) =>
  ({ id, version, day, date, cancelled_reason, participants }: SessionDetails): DayLesson => {
    const at = { instant: date, zone }
    return {
      key: id,
      requests: lessonRequests(
        'cancelled_lesson',
        { cause: id, day, time: timeOf(at) },
        participants.flatMap(({ student_id, student_name: name }) =>
          name === null ? [] : [{ id: student_id, name }],
        ),
      ),
      at,
      names: participants.map(({ student_name }) => student_name ?? STUDENT_MESSAGES.service.notFound),
      reason: cancelled_reason,
      session: { sessionId: id, expectedVersion: version },
    }
  }

const isPlanned = ({ session_id, pending, students }: Occurrence): boolean =>
  session_id === null && !pending && students.length > 0

const ofOccurrence = (occurrence: Occurrence): DayLesson => ({
  requests: lessonRequests('cancelled_lesson', plannedLesson(occurrence), occurrence.students),
  key: occurrenceKey(occurrence),
  at: occurrence.starts_at,
  names: occurrence.students.map(({ name }) => name),
  reason: occurrence.reason,
  occurrence: skippedOccurrence(occurrence),
})

function DayForm({
  all,
  now,
  onRefused,
  onDone,
  onUndone,
}: {
  /** Earliest first. */
  all: readonly DayLesson[]
  now: Date
  /** Reads the day again. */
  onRefused: () => Promise<unknown>
  onDone: (requests: MessageRequest[]) => void
  onUndone: () => void
}) {
  const open = all.filter((lesson) => lesson.reason === null)
  const [unticked, setUnticked] = useState<ReadonlySet<string>>(new Set())
  const [reason, setReason] = useState<CancelledReason>('rain')
  const [extension, setExtension] = useState(NO_EXTENSION)
  const [problem, setProblem] = useState<string>()
  const opIdOf = useAttemptId()
  const cancelDay = useCancelDay()
  const undoAction = useUndoAction()

  const chosen = open.filter(({ key }) => !unticked.has(key))
  const sessions = chosen.flatMap(({ session }) => session ?? [])
  const occurrences = chosen.flatMap(({ occurrence }) => occurrence ?? [])
  const facts = useCreditFacts(
    chosen.length === 0
      ? null
      : {
          sessionIds: sessions.map(({ sessionId }) => sessionId),
          studentIds: [...new Set(occurrences.flatMap(({ studentIds }) => studentIds))],
        },
  )
  const intent: DayCancellationIntent = {
    opId: '00000000-0000-0000-0000-000000000000',
    // What is said of the credits is another read than the list. The older of the two is what the coach knows.
    sessions: sessions.map(({ sessionId, expectedVersion }) => ({
      sessionId,
      expectedVersion: Math.min(
        expectedVersion,
        facts.data?.sessions.find(({ id }) => id === sessionId)?.version ?? expectedVersion,
      ),
    })),
    occurrences,
    reason,
  }
  const planned = facts.data && chosen.length > 0 ? planDayCancellation(intent, facts.data, now) : null
  const offer = planned?.success ? planned.offer : undefined
  const daysProblem = offer ? extensionDaysProblem(extension.days) : null
  const wanted = chosenExtension(extension, offer)
  const nameOf = (id: Uuid) => facts.data?.students.find((student) => student.id === id)?.name ?? ''

  const [confirm, saving] = useSingleFlight(async () => {
    if (daysProblem !== null) return
    if (chosen.length === 0) {
      setProblem(texts.chooseOne)
      return
    }
    setProblem(undefined)
    const asked = { ...intent, ...(wanted && { extension: wanted }) }
    const result = await cancelDay.mutateAsync({ ...asked, opId: opIdOf(asked) })
    if (!result.success) {
      setProblem(result.message)
      toastFailure({ title: texts.failed, description: result.message }, result)
      const read = Promise.all([onRefused(), facts.refetch({ cancelRefetch: false })])
      // The next press is about the day as it is.
      if (isStale(result)) await read
      return
    }
    tell(result.data, ({ undo: change, effects }) => {
      const undo = undoAction(change && { kind: 'lessons', change })
      return {
        title: texts.done(chosen.length),
        // Credits and feedback are counted for all of them; whose validity another first lesson moves is named.
        lines: resultOf(effects),
        rest: movedOf(effects),
        namesAgenda: true,
        action: undo && {
          ...undo,
          run: () => {
            // Nobody is told of lessons that were not cancelled after all.
            onUndone()
            undo.run()
          },
        },
      }
    })
    onDone(chosen.flatMap(({ requests }) => requests))
  })
  const tick = (keys: readonly string[]) => {
    setUnticked(new Set(open.map(({ key }) => key).filter((key) => !keys.includes(key))))
    setProblem(undefined)
  }

  if (open.length === 0) {
    return <p className="pb-2">{all.length > 0 ? texts.allCancelled : `${texts.none}. ${texts.noneHint}`}</p>
  }
  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        void confirm()
      }}
    >
      {open.length > 1 && (
        <Field label={texts.from}>
          {(aria) => (
            <Select
              {...aria}
              value={chosen[0]?.key ?? ''}
              options={open.map(({ key, at }) => ({ value: key, label: timeOf(at) }))}
              {...(chosen.length === 0 ? { placeholder: '–' } : {})}
              onChange={({ target }) => {
                const first = open.findIndex(({ key }) => key === target.value)
                if (first >= 0) tick(open.slice(first).map(({ key }) => key))
              }}
            />
          )}
        </Field>
      )}
      <fieldset aria-describedby="cancelar-dia-erro">
        <legend className="mb-2 text-[15px] font-bold">{texts.lessons}</legend>
        <ul className="flex flex-col gap-2">
          {all.map((lesson) => (
            <li key={lesson.key}>
              <Lesson
                lesson={lesson}
                checked={chosen.includes(lesson)}
                onToggle={() =>
                  tick(
                    chosen.includes(lesson)
                      ? chosen.filter((each) => each !== lesson).map(({ key }) => key)
                      : [...chosen.map(({ key }) => key), lesson.key],
                  )
                }
              />
            </li>
          ))}
        </ul>
        <div className="mt-2">
          <FieldError id="cancelar-dia-erro" message={problem} />
        </div>
      </fieldset>
      <ReasonChoice value={reason} onChange={setReason} />
      {offer && (
        <ExtensionFields
          offer={offer}
          value={extension}
          onChange={setExtension}
          error={daysProblem ?? undefined}
          nameOf={nameOf}
        />
      )}
      <DialogActions>
        <p role="status" className="figures mb-2 text-[15px] text-ink-soft">
          {planned?.success && texts.willReturn(returned(planned.effects))}
          {offer &&
            wanted &&
            ` ${texts.willExtend(offer.packages.map((each) => extensionDays(wanted, each)))}`}
          {planned?.success && erased(planned.effects) > 0 && ` ${texts.willErase(erased(planned.effects))}`}
          {planned?.success &&
            effectLines(movedOf(planned.effects)).map(({ id, sentence }) => (
              <span key={id} className="block">
                {sentence}
              </span>
            ))}
        </p>
        <Button type="submit" tone="main" className="w-full" pending={saving} pendingLabel={texts.confirming}>
          {texts.confirm(chosen.length)}
        </Button>
      </DialogActions>
    </form>
  )
}

function Lesson({
  lesson,
  checked,
  onToggle,
}: {
  lesson: DayLesson
  checked: boolean
  onToggle: () => void
}) {
  const { at, reason, names, occurrence } = lesson
  return (
    <label className="flex min-h-14 items-center gap-3 rounded-xl border-2 border-line bg-surface px-3 py-2 has-checked:border-accent has-enabled:cursor-pointer has-focus-visible:outline-3 has-focus-visible:outline-accent">
      <input
        type="checkbox"
        className="size-5 shrink-0 accent-(--accent)"
        checked={checked}
        disabled={reason !== null}
        onChange={onToggle}
      />
      <span className="min-w-0 flex-1">
        <span className="figures block leading-tight font-bold">{timeOf(at)}</span>
        <span className="line-clamp-2 text-[15px] text-ink-soft [overflow-wrap:anywhere]">
          {names.join(', ')}
        </span>
        {occurrence && reason === null && (
          <span className="block text-[15px] text-ink-soft">{texts.planned}</span>
        )}
      </span>
      {reason && <Badge tone="caution">{ATTENDANCE.cancelled(SKIP_REASON_TEXTS[reason])}</Badge>}
    </label>
  )
}

const returned = (effects: readonly StudentEffect[]): number =>
  effects.flatMap((effect) => effect.returned).reduce((sum, { credits }) => sum + credits, 0)

const erased = (effects: readonly StudentEffect[]): number =>
  effects.reduce((sum, { feedbackRemoved }) => sum + feedbackRemoved, 0)

/** Packages whose validity another first lesson moves. */
const movedOf = (effects: readonly StudentEffect[]): StudentEffect[] =>
  effects.flatMap((effect) => {
    const validity = effect.validity.filter(({ extendedBy }) => extendedBy === 0)
    return validity.length === 0 ? [] : [{ ...withoutEffects(effect), validity }]
  })

/** '12 créditos voltaram', '2 feedbacks foram apagados', '3 pacotes com mais tempo'. */
function resultOf(effects: readonly StudentEffect[]): string[] {
  const extended = effects.flatMap(({ validity }) => validity).filter(({ extendedBy }) => extendedBy > 0)
  return [
    texts.credits(returned(effects)),
    ...(erased(effects) > 0 ? [texts.erased(erased(effects))] : []),
    ...(extended.length > 0 ? [texts.extended(extended.length)] : []),
  ]
}
