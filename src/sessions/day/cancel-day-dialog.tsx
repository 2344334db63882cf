import { clsx } from 'clsx'
import { useState } from 'react'
import * as z from 'zod/mini'
import { skippedOccurrence } from '@/agenda/answers'
import { endOf, occurrenceKey, type Occurrence, type SkipReason, isOn } from '@/agenda/rules'
import { SKIP_REASON_TEXTS } from '@/agenda/texts'
import { useAgenda } from '@/agenda/use-agenda'
import { useTimeZone } from '@/agenda/use-time-zone'
import { dayIn, dayOf, epochOf, timeOf, type AgendaTime } from '@/agenda/zone'
import { stillExpected } from '@/agreement/coach-replies'
import { COMMON_MESSAGES, countOf } from '@/core/common-texts'
import { DAY_LESSONS } from '@/core/constants'
import { addDays, formatLongDate } from '@/core/dates'
import { CANCELLED_REASONS, type LocalDate, type SessionDetails, type Uuid } from '@/core/model'
import { effectLines, beginsAnew, withoutEffects, type StudentEffect } from '@/credits/effects'
import { daysGained } from '@/credits/extensions'
import type { DayCancellationIntent, Extension, SkippedOccurrence } from '@/credits/intents'
import { planDayCancellation } from '@/credits/plan-session'
import { failedRead } from '@/data/queries/owner-query'
import { lessonRequests, plannedLesson, type MessageRequest } from '@/messages/requests'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { FieldError, LabeledSelect } from '@/ui/fields/field'
import { DraftNotice } from '@/ui/forms/draft-notice'
import { useAttemptId } from '@/ui/forms/use-action'
import { isUnanswered, useAsSent } from '@/ui/forms/use-as-sent'
import { useChoice } from '@/ui/forms/use-choice'
import { OfflineNotice } from '@/ui/offline-notice'
import { OFFLINE } from '@/ui/offline-texts'
import { Dialog, DialogActions, DialogForm } from '@/ui/overlay/dialog'
import { Skeleton, ErrorState } from '@/ui/states'
import { useNow } from '@/ui/use-now'
import { ATTENDANCE } from '../attendance-texts'
import { ReasonChoice, useExtension } from '../extension-fields'
import { PREVIEW } from '../lesson-form'
import { knownStudents, nameOf, NO_SESSION_FILTERS } from '../rules'
import { extension as extensionSchema, NO_EXTENSION } from '../session.schema'
import { CANCEL_TODAY, SESSION_MESSAGES } from '../texts'
import { useCancelDay, useLessonDialog } from '../use-lesson-dialog'
import { useCreditFacts, useSessionsPage } from '../use-sessions'

interface CancelDayDialogProps {
  onClose: () => void
  /** The messages to the students of the cancelled lessons; also called once 'Desfazer' has put those back. */
  onCancelled: (requests: MessageRequest[], isUndone?: boolean) => void
}

/** Cancels a day's lessons, with one reason and in one plan (docs/product.md, 'A lesson that did not happen'). */
export function CancelDayDialog({ onClose, onCancelled }: CancelDayDialogProps) {
  const now = useNow()
  const { stored, device, isPending: isZonePending } = useTimeZone()
  const zone = stored ?? device
  const today = dayIn(zone, now)
  // The history is read by days of this device. If the agenda's zone is another one, its day is picked out of three.
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
  const readAgain = () =>
    Promise.all([lessons.refetch({ cancelRefetch: false }), agenda.refetch({ cancelRefetch: false })])
  const content = () => {
    if (isRead && lessons.data && agenda.data && isOn(today, agenda.data.days)) {
      return (
        <DayForm
          key={today}
          day={today}
          all={[
            ...lessons.data.items
              .map((lesson) => ofLesson(lesson, zone))
              .filter(({ at }) => dayOf(at) === today),
            ...agenda.data.occurrences.filter(isPlanned).map(ofOccurrence),
          ].toSorted((a, b) => epochOf(a.at) - epochOf(b.at))}
          now={now}
          onRefused={readAgain}
          onCancelled={onCancelled}
          onClose={onClose}
        />
      )
    }
    if (lessons.error || agenda.error) {
      return <ErrorState {...failedRead(SESSION_MESSAGES.toast.loadFailed, lessons, agenda)} />
    }
    return (
      <div role="status" aria-label="Carregando as aulas de hoje..." className="flex flex-col gap-3">
        <Skeleton className="h-14 w-full rounded-xl" />
        <Skeleton className="h-14 w-full rounded-xl" />
        <Skeleton className="h-dvh w-full rounded-xl" />
      </div>
    )
  }
  return (
    <Dialog open onOpenChange={onClose} title={CANCEL_TODAY} description={formatLongDate(today)}>
      <OfflineNotice>{OFFLINE.needs.cancelDay}</OfflineNotice>
      {content()}
    </Dialog>
  )
}

/** A lesson of the day, registered or only planned. */
interface DayLesson {
  key: string
  at: AgendaTime
  /** When a planned lesson ends; null for a registered one, which was given already. */
  ends: AgendaTime | null
  names: string[]
  reason: SkipReason | null
  requests: MessageRequest[]
  /** Only of a registered lesson. */
  session?: { sessionId: Uuid; expectedVersion: number }
  /** Only of a planned lesson. */
  occurrence?: SkippedOccurrence
}

function ofLesson({ id, version, date, ...lesson }: SessionDetails, zone: string): DayLesson {
  const at = { instant: date, zone }
  return {
    key: id,
    at,
    ends: null,
    names: lesson.participants.map(nameOf),
    reason: lesson.cancelled_reason,
    requests: lessonRequests(
      'cancelled_lesson',
      { cause: id, day: dayOf(at), time: timeOf(at) },
      knownStudents(lesson),
    ),
    session: { sessionId: id, expectedVersion: version },
  }
}

const isPlanned = ({ session_id, pending, students }: Occurrence): boolean =>
  session_id === null && !pending && students.length > 0

const ofOccurrence = (occurrence: Occurrence): DayLesson => ({
  key: occurrenceKey(occurrence),
  at: occurrence.starts_at,
  ends: endOf(occurrence),
  names: occurrence.students.map(({ name }) => name),
  reason: occurrence.reason,
  requests: lessonRequests('cancelled_lesson', plannedLesson(occurrence), stillExpected(occurrence)),
  occurrence: skippedOccurrence(occurrence),
})

const isPast = ({ ends }: DayLesson, now: Date): boolean => ends === null || epochOf(ends) <= now.getTime()

/** What is ticked at first: the planned lessons that are not over; if there are none, the unanswered ones. */
function ahead(open: readonly DayLesson[], now: Date): DayLesson[] {
  const next = open.filter((lesson) => !isPast(lesson, now))
  return next.length > 0 ? next : open.filter(({ ends }) => ends !== null)
}

const daySchema = z.object({
  /** The ticked keys; null until the coach changes them. */
  ticked: z.nullable(z.array(z.string())),
  reason: z.enum(CANCELLED_REASONS),
  extension: extensionSchema,
})

type DayChoice = z.input<typeof daySchema>

const NOTHING_CHOSEN: DayChoice = { ticked: null, reason: 'rain', extension: NO_EXTENSION }

const dayDraft = { version: 1, schema: daySchema }

interface DayFormProps {
  day: LocalDate
  /** Earliest first. */
  all: readonly DayLesson[]
  now: Date
  onRefused: () => Promise<unknown>
  onCancelled: (requests: MessageRequest[], isUndone?: boolean) => void
  onClose: () => void
}

function DayForm({ day, all: read, now, onRefused, onCancelled, onClose }: DayFormProps) {
  const cancelDay = useCancelDay()
  const isSent = isUnanswered(cancelDay)
  // After a lost answer the lessons may be read as cancelled, yet the next press repeats what was sent, with its undo.
  const all = useAsSent(read, isSent)
  const open = all.filter((lesson) => lesson.reason === null)
  const { choice, forget, ...kept } = useChoice(`cancel-day:${day}`, NOTHING_CHOSEN, dayDraft)
  const { ticked, reason } = choice
  const choose = (change: Partial<DayChoice>) => {
    // Anything else is no repeat.
    cancelDay.reset()
    kept.choose(change)
  }
  const [openedAt] = useState(now)
  const opIdOf = useAttemptId()

  const chosen = ticked === null ? ahead(open, openedAt) : open.filter(({ key }) => ticked.includes(key))
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
  const known = useAsSent(facts.data, isSent)
  const intent: DayCancellationIntent = {
    opId: PREVIEW,
    // Credits and list come from two reads. The older version of the two is what the coach knows.
    sessions: sessions.map(({ sessionId, expectedVersion }) => {
      const stored = known?.sessions.find(({ id }) => id === sessionId)
      return { sessionId, expectedVersion: Math.min(expectedVersion, stored?.version ?? expectedVersion) }
    }),
    occurrences,
    reason,
  }
  /** What is offered, the coach's rule of more time first, is not known. */
  const isUnknown = chosen.length > 0 && (known === undefined || facts.isPlaceholderData)
  const intentWith = (given?: Extension) => ({ ...intent, ...(given && { extension: given }) })
  const extension = useExtension(
    (given) => (known && chosen.length > 0 ? planDayCancellation(intentWith(given), known, now) : null),
    known?.students,
    (given) => choose({ extension: given }),
    choice.extension,
  )
  const { offer, chosen: wanted, planned } = extension
  const effects = planned?.success ? planned.effects : undefined
  const requests = chosen.flatMap((each) => each.requests)

  const { confirm, saving, problem, setProblem } = useLessonDialog({
    send: () => {
      const asked = intentWith(wanted)
      return cancelDay.mutateAsync({ ...asked, opId: opIdOf(asked) })
    },
    words: (saved) => ({
      title: countOf(chosen.length, 'aula cancelada', 'aulas canceladas'),
      // Credits and feedback are totals; packages whose validity moves with their first lesson are named.
      lines: resultOf(saved.effects),
      rest: movedOf(saved.effects),
      namesAgenda: true,
    }),
    failed: { title: 'Erro ao cancelar as aulas', description: SESSION_MESSAGES.service.cancelDay },
    reread: () => Promise.all([onRefused(), facts.refetch({ cancelRefetch: false })]),
    onDone: () => {
      forget()
      onCancelled(requests)
      onClose()
    },
    onUndone: () => onCancelled(requests, true),
  })
  const submit = () => {
    if (chosen.length === 0) setProblem('Escolha pelo menos uma aula')
    else if (!extension.isWrong) void confirm()
  }
  const tick = (those: readonly DayLesson[]) => {
    choose({ ticked: those.map(({ key }) => key) })
    setProblem(undefined)
  }

  if (open.length === 0) {
    return (
      <p className="pb-2">
        {all.length > 0
          ? 'As aulas de hoje já estão canceladas'
          : 'Nenhuma aula hoje. As aulas de hoje, da agenda ou já registradas, aparecem aqui.'}
      </p>
    )
  }
  return (
    <DialogForm className="flex flex-col gap-5" onSubmit={submit}>
      {kept.restored && (
        <DraftNotice
          onDiscard={() => {
            cancelDay.reset()
            kept.begin()
            extension.reset()
          }}
        />
      )}
      {open.length > 1 && (
        <LabeledSelect
          label="A partir de"
          value={chosen[0] ? timeOf(chosen[0].at) : ''}
          // Several lessons at one hour are one choice.
          options={[...new Set(open.map(({ at }) => timeOf(at)))].map((time) => ({
            value: time,
            label: time,
          }))}
          {...(chosen.length === 0 && { placeholder: '–' })}
          onChange={({ target }) => {
            const first = open.findIndex(({ at }) => timeOf(at) === target.value)
            if (first >= 0) tick(open.slice(first))
          }}
        />
      )}
      <fieldset aria-describedby="cancelar-dia-erro">
        <legend className="mb-2 text-[15px] font-bold">Aulas</legend>
        <ul className="flex flex-col gap-2">
          {all.map((lesson) => (
            <li key={lesson.key}>
              <Lesson
                lesson={lesson}
                checked={chosen.includes(lesson)}
                past={isPast(lesson, openedAt)}
                onChange={(checked) =>
                  tick(checked ? [...chosen, lesson] : chosen.filter((each) => each !== lesson))
                }
              />
            </li>
          ))}
        </ul>
        <div className="mt-2">
          <FieldError id="cancelar-dia-erro" message={problem} />
        </div>
      </fieldset>
      <ReasonChoice value={reason} onChange={(other) => choose({ reason: other })} />
      {extension.fields}
      {isUnknown && facts.isError && <ErrorState {...failedRead(COMMON_MESSAGES.loadFailed, facts)} />}
      <DialogActions>
        <p role="status" className="figures mb-2 text-[15px] text-ink-soft">
          {effects && willReturn(returned(effects))}
          {offer && wanted && willExtend(offer.packages.map((each) => daysGained(wanted, each)))}
          {effects &&
            erased(effects) > 0 &&
            ` ${countOf(erased(effects), 'feedback será apagado', 'feedbacks serão apagados')}.`}
          {effects &&
            effectLines(movedOf(effects)).map(({ id, sentence }) => (
              <span key={id} className="block">
                {sentence}
              </span>
            ))}
        </p>
        <Button
          type="submit"
          tone="danger"
          className="w-full"
          disabled={isUnknown}
          pending={saving}
          pendingLabel="Cancelando..."
        >
          {chosen.length === 0 ? 'Cancelar aulas' : `Cancelar ${countOf(chosen.length, 'aula', 'aulas')}`}
        </Button>
      </DialogActions>
    </DialogForm>
  )
}

interface LessonProps {
  lesson: DayLesson
  checked: boolean
  past: boolean
  onChange: (checked: boolean) => void
}

const Lesson = ({ lesson: { at, reason, names, occurrence }, checked, past, onChange }: LessonProps) => (
  <label
    className={clsx(
      'flex min-h-14 items-center gap-3 rounded-xl border-2 border-line px-3 py-2 ' +
        'has-checked:border-mark has-enabled:cursor-pointer has-focus-visible:outline-3 ' +
        'has-focus-visible:outline-accent',
      past && !checked ? 'bg-sunken text-ink-soft' : 'bg-surface',
    )}
  >
    <input
      type="checkbox"
      className="size-5 shrink-0"
      checked={checked}
      disabled={reason !== null}
      onChange={({ target }) => onChange(target.checked)}
    />
    <span className="min-w-0 flex-1">
      <span className="figures block leading-tight font-bold">{timeOf(at)}</span>
      <span className="line-clamp-2 text-[15px] text-ink-soft [overflow-wrap:anywhere]">
        {names.join(', ')}
      </span>
      {reason === null && (
        <span className="block text-[15px] text-ink-soft">{occurrence ? 'Na agenda' : 'Registrada'}</span>
      )}
    </span>
    {reason && <Badge tone="caution">{ATTENDANCE.cancelled(SKIP_REASON_TEXTS[reason])}</Badge>}
  </label>
)

const willReturn = (count: number): string =>
  count === 0 ? 'Nenhum crédito volta.' : `${countOf(count, 'crédito volta', 'créditos voltam')}.`

/** The days that the packages get: an expired package gets more than others, one with a floor may get none. */
function willExtend(each: readonly number[]): string {
  const days = each.filter((count) => count > 0)
  if (days.length === 0) return ''
  const [least, most] = [Math.min(...days), Math.max(...days)]
  const range = least === most ? countOf(most, 'dia', 'dias') : `${least} a ${most} dias`
  return ` ${countOf(days.length, 'pacote', 'pacotes')} com ${range} a mais.`
}

const returned = (effects: readonly StudentEffect[]): number =>
  effects.flatMap((effect) => effect.returned).reduce((sum, { credits }) => sum + credits, 0)

const erased = (effects: readonly StudentEffect[]): number =>
  effects.reduce((sum, { feedbackRemoved }) => sum + feedbackRemoved, 0)

/** The packages whose validity moves, because another lesson is now the first. */
const movedOf = (effects: readonly StudentEffect[]): StudentEffect[] =>
  effects.flatMap((effect) => {
    const validity = effect.validity.filter(beginsAnew)
    return validity.length === 0 ? [] : [{ ...withoutEffects(effect), validity }]
  })

/** '12 créditos voltaram', '2 feedbacks foram apagados', 'A validade de 3 pacotes foi estendida'. */
function resultOf(effects: readonly StudentEffect[]): string[] {
  const credits = returned(effects)
  const feedbacks = erased(effects)
  const extended = effects
    .flatMap(({ validity }) => validity)
    .filter(({ extendedBy }) => extendedBy > 0).length
  return [
    credits === 0 ? 'Nenhum crédito voltou' : countOf(credits, 'crédito voltou', 'créditos voltaram'),
    ...(feedbacks > 0 ? [countOf(feedbacks, 'feedback foi apagado', 'feedbacks foram apagados')] : []),
    ...(extended > 0 ? [`A validade de ${countOf(extended, 'pacote', 'pacotes')} foi estendida`] : []),
  ]
}
