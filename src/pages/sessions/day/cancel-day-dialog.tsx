import { useState } from 'react'
import { OfflineNotice } from '@/components/offline/offline-notice'
import { CancelledBadge } from '@/components/sessions/attendance-badges'
import { ReasonChoice } from '@/components/sessions/cancellation-fields'
import { ExtensionFields } from '@/components/sessions/extension-fields'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Field, FieldError } from '@/components/ui/field'
import { Select } from '@/components/ui/select'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState } from '@/components/ui/states'
import type { StudentEffect } from '@/domain/credits/effects'
import type { DayCancellationIntent } from '@/domain/credits/intents'
import { planDayCancellation } from '@/domain/credits/plan-session'
import { chosenExtension } from '@/domain/sessions/participants'
import { NO_SESSION_FILTERS } from '@/domain/sessions/session-filters'
import { extensionDaysProblem, NO_EXTENSION } from '@/domain/sessions/session.schema'
import { DAY_LESSONS } from '@/domain/shared/constants'
import { formatLongDate, formatTime, toLocalDate } from '@/domain/shared/dates'
import type { CancelledReason, SessionDetails, Uuid } from '@/domain/shared/model'
import { toastFailure } from '@/hooks/forms/toast-failure'
import { useAttemptId } from '@/hooks/forms/use-attempt-id'
import { useSingleFlight } from '@/hooks/forms/use-single-flight'
import { useConnection } from '@/hooks/offline/use-connection'
import { useCancelDay } from '@/hooks/sessions/use-cancel-day'
import { useLessonFacts, useSessionsPage } from '@/hooks/sessions/use-sessions'
import { useUndoAction } from '@/hooks/undo/use-undo-action'
import { toast } from '@/lib/browser/toast'
import { explained } from '@/queries/service-error'
import { OFFLINE } from '@/texts/offline/offline'
import { COURT } from '@/texts/sessions/court'
import { MESSAGES } from '@/texts/shared/messages'

const { day: texts } = COURT
const { toast: toasts } = MESSAGES.sessions

/** 'Cancelar as aulas de hoje' (docs/product.md, 'A lesson that did not happen'): one reason, one question, one plan. */
export function CancelDayDialog({ onClose }: { onClose: () => void }) {
  const { online } = useConnection()
  const [now] = useState(() => new Date())
  const today = toLocalDate(now)
  const lessons = useSessionsPage({
    page: 1,
    filters: { ...NO_SESSION_FILTERS, dateRange: { start: today, end: today } },
    pageSize: DAY_LESSONS,
  })
  const isReading = lessons.data === undefined || lessons.isPlaceholderData
  return (
    <Dialog open onOpenChange={onClose} title={texts.title} description={formatLongDate(today)}>
      <OfflineNotice online={online}>{OFFLINE.needs.cancelDay}</OfflineNotice>
      {!isReading ? (
        <DayForm
          lessons={lessons.data.items.toReversed()}
          now={now}
          onRefused={() => void lessons.refetch()}
          onDone={onClose}
        />
      ) : lessons.isError ? (
        <ErrorState
          {...explained(lessons.error, toasts.loadFailed)}
          retrying={lessons.isFetching}
          onRetry={() => void lessons.refetch()}
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

function DayForm({
  lessons,
  now,
  onRefused,
  onDone,
}: {
  /** Earliest first. */
  lessons: readonly SessionDetails[]
  now: Date
  onRefused: () => void
  onDone: () => void
}) {
  const open = lessons.filter(({ cancelled_reason }) => cancelled_reason === null)
  const [unticked, setUnticked] = useState<ReadonlySet<Uuid>>(new Set())
  const [reason, setReason] = useState<CancelledReason>('rain')
  const [extension, setExtension] = useState(NO_EXTENSION)
  const [problem, setProblem] = useState<string>()
  const opIdOf = useAttemptId()
  const cancelDay = useCancelDay()
  const undoAction = useUndoAction()

  const chosen = open.filter(({ id }) => !unticked.has(id))
  const facts = useLessonFacts(chosen.map(({ id }) => id))
  const intent: DayCancellationIntent = {
    opId: '00000000-0000-0000-0000-000000000000',
    sessions: chosen.map(({ id, version }) => ({ sessionId: id, expectedVersion: version })),
    reason,
  }
  const planned = facts.data && chosen.length > 0 ? planDayCancellation(intent, facts.data, now) : null
  const offer = planned?.ok ? planned.offer : undefined
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
      onRefused()
      void facts.refetch()
      return
    }
    const { effects, undo } = result.data
    toast({
      title: texts.done(chosen.length),
      description: resultOf(effects),
      action: undoAction(undo && { kind: 'lessons', change: undo }),
    })
    onDone()
  })
  const tick = (ids: readonly Uuid[]) => {
    setUnticked(new Set(open.map(({ id }) => id).filter((id) => !ids.includes(id))))
    setProblem(undefined)
  }

  if (open.length === 0) {
    return (
      <p className="pb-2">{lessons.length > 0 ? texts.allCancelled : `${texts.none}. ${texts.noneHint}`}</p>
    )
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
              value={chosen[0]?.id ?? ''}
              options={open.map(({ id, date }) => ({ value: id, label: formatTime(date) }))}
              {...(chosen.length === 0 ? { placeholder: '–' } : {})}
              onChange={({ target }) => {
                const first = open.findIndex(({ id }) => id === target.value)
                if (first >= 0) tick(open.slice(first).map(({ id }) => id))
              }}
            />
          )}
        </Field>
      )}
      <fieldset aria-describedby="cancelar-dia-erro">
        <legend className="mb-2 text-[15px] font-bold">{texts.lessons}</legend>
        <ul className="flex flex-col gap-2">
          {lessons.map((lesson) => (
            <li key={lesson.id}>
              <Lesson
                lesson={lesson}
                checked={chosen.includes(lesson)}
                onToggle={() =>
                  tick(
                    chosen.includes(lesson)
                      ? chosen.filter((each) => each !== lesson).map(({ id }) => id)
                      : [...chosen.map(({ id }) => id), lesson.id],
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
      <div className="sticky -bottom-5 z-10 -mx-5 -mb-5 border-t border-line bg-surface p-5 md:rounded-b-2xl">
        <p role="status" className="figures mb-2 text-[15px] text-ink-soft">
          {planned?.ok && texts.willReturn(returned(planned.effects))}
          {offer && wanted && ` ${texts.willExtend(offer.packages.length, wanted.days)}`}
        </p>
        <Button type="submit" tone="main" className="w-full" pending={saving} pendingLabel={texts.confirming}>
          {texts.confirm(chosen.length)}
        </Button>
      </div>
    </form>
  )
}

function Lesson({
  lesson,
  checked,
  onToggle,
}: {
  lesson: SessionDetails
  checked: boolean
  onToggle: () => void
}) {
  const { date, cancelled_reason: reason, assignments } = lesson
  const names = assignments.map(({ student_name }) => student_name ?? MESSAGES.students.service.notFound)
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
        <span className="figures block leading-tight font-bold">{formatTime(date)}</span>
        <span className="line-clamp-2 text-[15px] text-ink-soft [overflow-wrap:anywhere]">
          {names.join(', ')}
        </span>
      </span>
      {reason && <CancelledBadge reason={reason} />}
    </label>
  )
}

const returned = (effects: readonly StudentEffect[]): number =>
  effects.flatMap((effect) => effect.returned).reduce((sum, { credits }) => sum + credits, 0)

/** '12 créditos voltaram. 3 pacotes com mais tempo'; undefined when an earlier try had done it. */
function resultOf(effects: readonly StudentEffect[]): string | undefined {
  if (effects.length === 0) return undefined
  const extended = effects.flatMap(({ validity }) => validity).filter(({ extendedBy }) => extendedBy > 0)
  return [
    texts.credits(returned(effects)),
    ...(extended.length > 0 ? [texts.extended(extended.length)] : []),
  ].join('. ')
}
