import { useCoachRules } from '@/account/use-profile'
import { formatDate, isLocalDate } from '@/core/dates'
import { failure } from '@/core/result'
import { skipOffer } from '@/sessions/lesson-form'
import { useStudents } from '@/students/use-students'
import { Button } from '@/ui/button'
import { Field } from '@/ui/fields/field'
import { Input } from '@/ui/fields/input'
import { DraftForm } from '@/ui/forms/draft-form'
import { useNewForm } from '@/ui/forms/use-draft-form'
import { OfflineNotice } from '@/ui/offline-notice'
import type { AgendaView } from '../agenda-view'
import { formatDay } from '../days'
import { moveDraft, moveSchema } from '../move.schema'
import { namesOf } from '../occurrence-item'
import { occurrenceKey, SLOT_LIMITS, type Occurrence, type Slot } from '../rules'
import { SkipForm } from '../skip-dialog'
import { changedFrom, changeFromPlan, earliestChange, endPlan, movePlan, type SlotFacts } from '../slot-plans'
import { slotDraft, slotForm, slotSchema } from '../slot.schema'
import { AGENDA_TEXTS } from '../texts'
import type { OccurrenceForm } from '../use-agenda-address'
import { useAnswer } from '../use-answer'
import { useApplyPlan } from '../use-apply-plan'
import { useSlotPlan } from '../use-slots'
import { instantIn, timeOf } from '../zone'
import { Lost, WithSlot } from './slot-change'
import { SlotFields } from './slot-fields'

const texts = AGENDA_TEXTS.form
const { end: ending } = AGENDA_TEXTS

/** A form about one occurrence or its slot. */
export function AgendaForm({
  kind,
  ...props
}: {
  kind: Exclude<OccurrenceForm, 'occurrence'>
  occurrence: Occurrence
  view: AgendaView
  onClose: () => void
}) {
  switch (kind) {
    case 'skip':
      return <SkipAnswer {...props} />
    case 'day':
      return <MoveForm {...props} />
    case 'onward':
      return <OnwardForm {...props} />
    case 'end':
      return <EndForm {...props} />
  }
}

/** 'Não aconteceu', and 'Não vai acontecer' of a lesson that is still to come. */
function SkipAnswer({
  occurrence,
  view: { now },
  onClose,
}: {
  occurrence: Occurrence
  view: AgendaView
  onClose: () => void
}) {
  const rules = useCoachRules()
  const students = useStudents()
  const { skip, answering } = useAnswer()
  const studentIds = occurrence.students.map(({ id }) => id)
  return (
    <SkipForm
      lessons={[
        {
          key: occurrenceKey(occurrence),
          time: timeOf(occurrence.starts_at),
          names: namesOf(occurrence),
        },
      ]}
      offerOf={(reason) =>
        skipOffer(students.data ?? [], rules, { studentIds, reason, day: occurrence.day }, now)
      }
      nameOf={(id) => occurrence.students.find((student) => student.id === id)?.name ?? ''}
      saving={answering.size > 0}
      onConfirm={(reason, extension) =>
        void skip([occurrence], reason, extension).then((isDone) => isDone && onClose())
      }
    />
  )
}

/** 'Só este dia': the occurrence moves; its slot stays as it is. */
function MoveForm({ occurrence, onClose }: { occurrence: Occurrence; onClose: () => void }) {
  const { mutateAsync } = useSlotPlan()
  const { form, frame } = useNewForm({
    name: `move:${occurrence.slot_id}:${occurrence.slot_date}`,
    schema: moveSchema,
    shape: moveDraft,
    defaults: () => ({ day: occurrence.day, time: timeOf(occurrence.starts_at) }),
    focus: 'day',
    focusAtOnce: true,
    create: (id, { day, time }) =>
      mutateAsync(movePlan(id, occurrence, instantIn(occurrence.starts_at.zone, day, time))),
    namesAgenda: true,
    done: texts.moved,
    failed: texts.failed,
    onDone: onClose,
    onCancel: onClose,
  })
  const { register, formState } = form
  const { errors } = formState
  return (
    <DraftForm
      frame={frame}
      label={texts.moveTitle}
      offline={AGENDA_TEXTS.needsInternet}
      submit={texts.save}
      pending={texts.saving}
    >
      <div className="grid gap-4 min-[400px]:grid-cols-2">
        <Field label={texts.day} required error={errors.day?.message}>
          {(aria) => <Input {...aria} {...register('day')} type="date" max={SLOT_LIMITS.lastDay} />}
        </Field>
        <Field label={texts.time} required error={errors.time?.message}>
          {(aria) => <Input {...aria} {...register('time')} type="time" className="figures" />}
        </Field>
      </div>
      <p className="mt-4 text-[15px] text-ink-soft">{texts.stays}</p>
    </DraftForm>
  )
}

interface Props {
  occurrence: Occurrence
  view: AgendaView
  onClose: () => void
}

/** 'Encerrar horário': what was registered stays; what is lost is said before. */
function EndForm(props: Props) {
  return (
    <WithSlot slotId={props.occurrence.slot_id}>
      {(slot, facts) => <Confirm {...props} slot={slot} facts={facts} />}
    </WithSlot>
  )
}

function Confirm({
  occurrence,
  view: { online },
  slot,
  facts,
  onClose,
}: Props & { slot: Slot; facts: SlotFacts }) {
  const [apply, applying] = useApplyPlan()
  const earliest = earliestChange(slot, facts)
  const from = occurrence.slot_date > earliest ? occurrence.slot_date : earliest
  if (slot.ends_on !== null && from > slot.ends_on) return <p>{ending.over(formatDay(slot.ends_on))}</p>
  return (
    <>
      <OfflineNotice online={online}>{AGENDA_TEXTS.needsInternet}</OfflineNotice>
      <p>{from <= slot.starts_on ? ending.deleted : ending.description(formatDay(from))}</p>
      <Lost facts={facts} from={from} />
      <div className="mt-6 flex flex-col-reverse gap-3 *:flex-1 min-[360px]:flex-row">
        <Button tone="outline" onClick={onClose}>
          Cancelar
        </Button>
        <Button
          tone="danger"
          pending={applying}
          pendingLabel={ending.pending}
          onClick={() =>
            void apply({
              planOf: (opId) => endPlan(opId, slot, from),
              done: ending.done,
              failed: ending.failed,
              onDone: onClose,
            })
          }
        >
          {ending.confirm}
        </Button>
      </div>
    </>
  )
}

/** 'Deste dia em diante': the slot ends the day before, and another one begins. */
function OnwardForm(props: Props) {
  return (
    <WithSlot slotId={props.occurrence.slot_id}>
      {(slot, facts) => <ChangeForm {...props} slot={slot} facts={facts} />}
    </WithSlot>
  )
}

function ChangeForm({ occurrence, slot, facts, onClose }: Props & { slot: Slot; facts: SlotFacts }) {
  const { mutateAsync } = useSlotPlan()
  const earliest = earliestChange(slot, facts)
  const since = occurrence.slot_date > earliest ? occurrence.slot_date : earliest
  const { form, frame } = useNewForm({
    name: `slot:${slot.id}:${occurrence.slot_date}`,
    schema: slotSchema,
    shape: slotDraft,
    defaults: () => slotForm(slot, since),
    focus: 'time',
    create: async (id, values) => {
      const from = changedFrom(slot, values, since)
      if (from < earliest) return failure('invalid', texts.tooEarly(formatDate(earliest)))
      if (slot.weekday !== null && values.repeats === 'once' && values.date < since)
        return failure('invalid', texts.tooEarlyOnce(formatDate(since)))
      return mutateAsync(changeFromPlan(id, slot, from, values, () => crypto.randomUUID()))
    },
    done: texts.changed,
    failed: texts.failed,
    onDone: onClose,
    onCancel: onClose,
    onFailure: ({ code, message }) => {
      if (code === 'invalid')
        form.setError(form.getValues('repeats') === 'weekly' ? 'from' : 'date', { message })
    },
  })
  const typed = form.watch('from')
  const repeats = form.watch('repeats')
  const from = changedFrom(slot, { repeats, from: isLocalDate(typed) ? typed : since }, since)
  return (
    <DraftForm
      frame={frame}
      label={texts.onwardTitle}
      offline={AGENDA_TEXTS.needsInternet}
      submit={texts.save}
      pending={texts.saving}
      sticky="dialog"
    >
      <SlotFields
        form={form}
        fromHint={facts.last_answered === null ? undefined : texts.fromHint(formatDate(earliest))}
      />
      <Lost facts={facts} from={from} />
    </DraftForm>
  )
}
