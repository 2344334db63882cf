import { useIsMutating } from '@tanstack/react-query'
import { useState, type ComponentType, type ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { notComing } from '@/agreement/coach-replies'
import { useClubs } from '@/clubs/use-clubs'
import { addDays, formatDate, isLocalDate } from '@/core/dates'
import type { LocalDate } from '@/core/model'
import { failure, type Failure } from '@/core/result'
import { failedRead } from '@/data/queries/owner-query'
import { lessonRequests, plannedLesson } from '@/messages/requests'
import { MESSAGE_TEXTS } from '@/messages/texts'
import { openMessages } from '@/messages/use-message-requests'
import { useSession } from '@/sessions/use-sessions'
import { Button } from '@/ui/button'
import { ChangeList } from '@/ui/forms/change-list'
import { DraftForm } from '@/ui/forms/draft-form'
import { DateField } from '@/ui/forms/fields'
import { useAsSent } from '@/ui/forms/use-as-sent'
import { useNewForm } from '@/ui/forms/use-draft-form'
import { OfflineNotice } from '@/ui/offline-notice'
import { Skeleton, ErrorState } from '@/ui/states'
import { formatDay } from '../days'
import { isLesson, namesOf, occurrenceKey, overlaps, SLOT_LIMITS, type Occurrence, type Slot } from '../rules'
import { SkipForm } from '../skip-form'
import { emptySlot, moveSchema, slotForm, slotSchema, weeklyFrom, type SlotForm } from '../slot.schema'
import {
  asPlannedPlan,
  changedFrom,
  changeFromPlan,
  earliestChange,
  endPlan,
  leavingFrom,
  closedFrom,
  lostFrom,
  unheardFrom,
  movePlan,
  newSlotPlan,
  type SlotFacts,
} from '../slots'
import { SKIP_REASON_TEXTS } from '../texts'
import { useSlots } from '../use-agenda'
import { useAnswer } from '../use-answer'
import { useApplyPlan, useSlotFacts, useSlotPlan } from '../use-slot-plans'
import { useTimeZone } from '../use-time-zone'
import { epochOf, instantIn, timeOf, whenOf } from '../zone'
import { SlotFields } from './slot-fields'
import { AGENDA_TEXTS as texts } from './texts'
import type { AgendaView, Opened } from './use-weeks'

const newId = () => crypto.randomUUID()
const NOTICE = 'mt-4 rounded-lg bg-caution-soft px-4 py-3 text-[15px] text-caution'
const MOST_BESIDE_BUTTON = 3
const LOADING = <Skeleton className="h-dvh rounded-xl" />

type Props = { occurrence: Occurrence; view: AgendaView; onClose: () => void }

const FORMS = { skip: Skip, day: Move, onward: ChangeSlot, end: EndSlot } as const

type AgendaFormProps = Omit<Props, 'occurrence'> & {
  opened: Exclude<Opened, { kind: 'lesson' }>
  occurrence: Occurrence | undefined
}

/** The form that is open over the agenda: of a new slot, or about `occurrence` or its slot. */
export function AgendaForm({ opened, occurrence, view, onClose }: AgendaFormProps) {
  if (opened.kind === 'new') return <NewSlot view={view} opened={opened} onClose={onClose} />
  if (opened.kind === 'occurrence' || !occurrence) return null
  const Form = FORMS[opened.kind]
  return <Form occurrence={occurrence} view={view} onClose={onClose} />
}

/** 'Não aconteceu', or 'Não vai acontecer' for a lesson that is still to come. */
function Skip({ occurrence, view, onClose }: Props) {
  const { skip, answering } = useAnswer()
  return (
    <SkipForm
      occurrences={[occurrence]}
      now={view.now}
      saving={answering.size > 0}
      onConfirm={(reason, extension) => skip([occurrence], reason, extension)}
      onDone={onClose}
    />
  )
}

/**
 * What the coach saw when the form opened: the agenda may be read again while something is typed. Once a refusal has
 * told that another device changed it, what is shown now.
 */
function useSeen<Value>(now: Value) {
  const [opened] = useState(now)
  const [isTold, setTold] = useState(false)
  return {
    value: isTold ? now : opened,
    onFailure: ({ code }: Failure) => setTold(isTold || code === 'agenda-changed' || code === 'overtaken'),
  }
}

/** 'Mudar só este dia': the occurrence moves; its slot stays as it is. */
function Move({ occurrence, view, onClose }: Props) {
  const { mutateAsync } = useSlotPlan()
  const [apply] = useApplyPlan()
  // The agenda may be read in another zone while a time that was typed before stands here.
  const [zone] = useState(occurrence.starts_at.zone)
  const { moved_to: before } = occurrence
  const seen = useSeen(before?.instant ?? null)
  const at = ({ day, time }: z.output<typeof moveSchema>) => instantIn(zone, day, time)
  // A student who took an offered place is not expected at the other hour.
  const students = occurrence.students.filter(({ taken_at }) => !taken_at)
  const { form, frame } = useNewForm({
    name: `move:${occurrence.slot_id}:${occurrence.slot_date}`,
    schema: moveSchema.check(
      z.refine(({ day, time }) => day !== occurrence.day || time !== timeOf(occurrence.starts_at), {
        error: 'A aula já é neste dia e horário',
        path: ['time'],
      }),
    ),
    defaults: () => ({ day: occurrence.day, time: timeOf(occurrence.starts_at) }),
    focus: 'day',
    focusAtOnce: true,
    create: (id, to) => mutateAsync(movePlan(id, occurrence, at(to), seen.value, zone)),
    namesAgenda: true,
    action: (_, __, to) => ({
      label: 'Desfazer',
      altText: 'Voltar para o horário anterior. Depois, pela aula na agenda.',
      undoes: true,
      run: () =>
        void apply({
          planOf: (opId) =>
            before
              ? movePlan(opId, occurrence, before.instant, at(to))
              : asPlannedPlan(opId, occurrence, at(to)),
          done: 'A aula voltou para o horário anterior',
          namesAgenda: true,
          failed: texts.failed,
          onDone: () => {},
        }),
    }),
    also: (_, __, { day, time }) =>
      students.length > 0
        ? {
            label: MESSAGE_TEXTS.actions.moved_lesson,
            altText: 'Avisar os alunos, um por um.',
            run: () =>
              openMessages(
                lessonRequests('moved_lesson', { ...plannedLesson(occurrence), day, time }, students),
              ),
          }
        : undefined,
    onFailure: seen.onFailure,
    done: 'Aula remarcada',
    failed: texts.failed,
    onDone: onClose,
    onCancel: onClose,
  })
  const facts = useSlotFacts(occurrence.slot_id).data
  const [day, time] = useWatch({ control: form.control, name: ['day', 'time'] })
  const moved = moveSchema.safeParse({ day, time }).data
  // A student who refused that hour too, before the lesson moved away from it, is not asked again.
  const told = notComing(occurrence).filter(
    ({ id }) => !moved || !facts?.replies.some((reply) => isRefusal(reply, occurrence, id, at(moved))),
  )
  // What begins on the day before, or after, may take place then too.
  const around = moved ? [0, -1, 1].flatMap((by) => view.occurrencesOf(addDays(moved.day, by)) ?? []) : []
  const there = around.filter(
    (other) =>
      moved &&
      occurrenceKey(other) !== occurrenceKey(occurrence) &&
      overlaps({ ...occurrence, starts_at: { zone, instant: at(moved) } }, other),
  )
  const clash = there.find(isLesson) ?? there[0]
  return (
    <DraftForm frame={frame} label="Mudar só este dia" offline={texts.needsInternet}>
      <div className="grid gap-4 min-[400px]:grid-cols-2">
        <DateField form={form} name="day" label="Dia" required latest={SLOT_LIMITS.lastDay} rechecks="time" />
        <DateField form={form} name="time" label="Hora" required type="time" />
      </div>
      {told.length > 0 && <p className={NOTICE}>{texts.asksAgain(told.map(({ name }) => name))}</p>}
      {clash && (
        <p role="status" className={NOTICE}>
          Nesse horário também há: {timeOf(clash.starts_at)}, {namesOf(clash)}.
        </p>
      )}
      <p className="mt-4 text-[15px] text-ink-soft">
        Quem participa você escolhe em Detalhes, ao registrar a aula.
      </p>
    </DraftForm>
  )
}

const isRefusal = (
  { slot_date, student_id, start }: SlotFacts['replies'][number],
  occurrence: Occurrence,
  studentId: string,
  to: string,
) =>
  slot_date === occurrence.slot_date &&
  student_id === studentId &&
  epochOf(start) === Date.parse(to) &&
  epochOf(start) !== epochOf(occurrence.starts_at)

/** 'Novo horário': for a student, at a time, or from a lesson that is to be repeated every week. */
function NewSlot({
  view: { day, today },
  opened: { student: studentId, session: sessionId, time },
  onClose,
}: Omit<Props, 'occurrence'> & { opened: Extract<Opened, { kind: 'new' }> }) {
  const { stored, device, isPending: isZonePending } = useTimeZone()
  const clubs = useClubs()
  const session = useSession(sessionId)
  if (sessionId !== null && !session.data && session.isError) {
    return <ErrorState {...failedRead(texts.loadFailed, session)} />
  }
  // The form begins with these values, so it waits until they are read.
  if (clubs.isPending || isZonePending || (sessionId !== null && session.isPending)) return LOADING
  const clubId = clubs.data?.find(({ is_default }) => is_default)?.id ?? null
  const begin = day < today ? today : day
  const start: SlotForm = session.data
    ? weeklyFrom(
        {
          at: { instant: session.data.date, zone: stored ?? device },
          students: session.data.participants.map(({ student_id }) => student_id),
        },
        today,
        clubId,
      )
    : {
        ...emptySlot(day, clubId),
        from: begin,
        date: begin,
        time: time ?? '',
        studentIds: studentId === null ? [] : [studentId],
      }
  // What was typed for another hour is another draft.
  const at = time === null ? '' : `${day} ${time}`
  return <NewSlotForm name={`new-slot:${sessionId ?? studentId ?? at}`} start={start} onClose={onClose} />
}

function NewSlotForm({ name, start, onClose }: { name: string; start: SlotForm; onClose: () => void }) {
  const { mutateAsync } = useSlotPlan()
  const { form, frame } = useNewForm({
    name,
    schema: slotSchema,
    defaults: () => start,
    focus: 'time',
    create: (id, values) => mutateAsync(newSlotPlan(id, values, newId)),
    done: 'Horário adicionado',
    failed: texts.failed,
    onDone: onClose,
    onCancel: onClose,
  })
  return (
    <DraftForm
      frame={frame}
      label="Novo horário"
      offline={texts.needsInternet}
      submit="Adicionar"
      pending="Adicionando..."
      sticky="dialog"
    >
      <SlotFields form={form} />
    </DraftForm>
  )
}

type ChangeProps = Props & {
  slot: Slot
  facts: SlotFacts
  /** The first day from which the slot can be changed or ended. */
  earliest: LocalDate
  /** The day for which the form was opened, or `earliest` if that is later. */
  since: LocalDate
}

type WithSlotProps = Props & { Form: ComponentType<ChangeProps>; loading: ReactNode }

/** Reads what a change of a slot must respect, then shows the form. */
function WithSlot({ Form, loading, ...props }: WithSlotProps) {
  const { slot_id: slotId, slot_date: slotDate } = props.occurrence
  const slots = useSlots()
  const factsRead = useSlotFacts(slotId)
  const isSending = useIsMutating() > 0
  const facts = useAsSent(factsRead.data, isSending)
  const slot = useAsSent(
    slots.data?.find(({ id }) => id === slotId),
    isSending,
  )
  if (slot && facts) {
    // The address is old, or another device has answered the occurrence.
    if (slot.weekday === null && facts.last_answered !== null) return <p>{texts.answered}</p>
    const earliest = earliestChange(slot, facts)
    const since = slotDate > earliest ? slotDate : earliest
    return <Form {...props} slot={slot} facts={facts} earliest={earliest} since={since} />
  }
  if (slots.error || factsRead.error)
    return <ErrorState {...failedRead(texts.loadFailed, slots, factsRead)} />
  return loading
}

/** 'Encerrar horário': registered lessons stay; what is lost is listed before. */
function EndSlot(props: Props) {
  return <WithSlot {...props} Form={ConfirmEnd} loading={<Skeleton className="h-32 rounded-xl" />} />
}

function ConfirmEnd({ slot, facts, since, onClose }: ChangeProps) {
  const [apply, applying] = useApplyPlan()
  const { end } = texts
  if (slot.ends_on !== null && since > slot.ends_on) return <p>{end.over(formatDay(slot.ends_on))}</p>
  return (
    <>
      <OfflineNotice>{texts.needsInternet}</OfflineNotice>
      <p className="mb-4">{since <= slot.starts_on ? end.deleted : end.description(formatDay(since))}</p>
      <Lost items={lostBy(slot, facts, since)} />
      <div className="mt-6 flex flex-col-reverse gap-3 *:flex-1 min-[360px]:flex-row">
        <Button onClick={onClose}>Cancelar</Button>
        <Button
          tone="danger"
          pending={applying}
          pendingLabel="Encerrando..."
          onClick={() =>
            void apply({
              planOf: (opId) => endPlan(opId, slot, since),
              done: 'Horário encerrado',
              failed: end.failed,
              onDone: onClose,
            })
          }
        >
          Encerrar
        </Button>
      </div>
    </>
  )
}

/** 'Deste dia em diante': the slot ends the day before, and another one replaces it. */
function ChangeSlot(props: Props) {
  return <WithSlot {...props} Form={ChangeForm} loading={LOADING} />
}

function ChangeForm({ occurrence, slot, facts, earliest, since, onClose }: ChangeProps) {
  const { mutateAsync } = useSlotPlan()
  const seen = useSeen(slot.updated_at)
  const { form, frame } = useNewForm({
    name: `slot:${slot.id}:${occurrence.slot_date}`,
    schema: slotSchema,
    defaults: () => slotForm(slot, since),
    focus: 'time',
    create: async (id, values) => {
      const from = changedFrom(slot, values, since)
      if (from < earliest) return failure('invalid', texts.tooEarly(formatDate(earliest)))
      if (slot.weekday !== null && values.repeats === 'once' && values.date < since)
        return failure('invalid', texts.tooEarlyOnce(formatDate(since)))
      return mutateAsync(changeFromPlan(id, { ...slot, updated_at: seen.value }, from, values, newId))
    },
    done: 'Horário alterado',
    failed: texts.failed,
    onDone: onClose,
    onCancel: onClose,
    onFailure: (failed) => {
      const { code, message } = failed
      seen.onFailure(failed)
      if (code === 'invalid')
        form.setError(form.getValues('repeats') === 'weekly' ? 'from' : 'date', { message })
    },
  })
  const typed = form.watch('from')
  const repeats = form.watch('repeats')
  const from = changedFrom(slot, { repeats, from: isLocalDate(typed) ? typed : since }, since)
  const lost = lostBy(slot, facts, from, form.watch())
  return (
    <DraftForm
      frame={frame}
      label="Mudar deste dia em diante"
      offline={texts.needsInternet}
      // A longer list would cover the fields: it is passed on the way to the button.
      sticky={lost.length > MOST_BESIDE_BUTTON ? false : 'dialog'}
      told={<Lost items={lost} />}
    >
      <SlotFields
        form={form}
        fromHint={facts.last_answered === null ? undefined : texts.fromHint(formatDate(earliest))}
      />
    </DraftForm>
  )
}

/** What a change from this day on takes away. */
function lostBy(slot: Slot, facts: SlotFacts, from: LocalDate, values?: SlotForm): string[] {
  const exceptions = lostFrom(facts, from).flatMap(({ slot_date, reason, moved_to: movedTo }) => {
    const day = formatDate(slot_date)
    if (reason !== null) return [`${day}: não acontecia (${SKIP_REASON_TEXTS[reason].toLowerCase()})`]
    return movedTo === null ? [] : [`${day}: remarcada para ${whenOf(movedTo)}`]
  })
  const replies = unheardFrom(facts, slot, from, values).map(({ slot_date, name }) =>
    texts.unheard(formatDate(slot_date), name),
  )
  const guests = leavingFrom(facts, slot, from, values).map(({ slot_date, name }) =>
    texts.leaves(formatDate(slot_date), name),
  )
  const offers = closedFrom(facts, slot, from, values).map(({ slot_date }) =>
    texts.offered(formatDate(slot_date)),
  )
  return [...exceptions, ...new Set([...replies, ...guests]), ...offers]
}

const Lost = ({ items }: { items: readonly string[] }) => (
  <div role="status">
    <ChangeList kind="goes" title="O que se perde" items={items} />
  </div>
)
