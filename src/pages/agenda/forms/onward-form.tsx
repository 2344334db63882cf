import { DraftForm } from '@/components/forms/draft-form'
import type { Occurrence, Slot } from '@/domain/agenda/agenda'
import { changedFrom, changeFromPlan, earliestChange, type SlotFacts } from '@/domain/agenda/slot-plans'
import { slotDraft, slotForm, slotSchema } from '@/domain/agenda/slot.schema'
import { formatDate, isLocalDate } from '@/domain/shared/dates'
import { failure } from '@/domain/shared/result'
import { useSlotPlan } from '@/hooks/agenda/use-slots'
import { useNewForm } from '@/hooks/forms/use-draft-form'
import { AGENDA_TEXTS } from '@/texts/agenda/agenda'
import type { AgendaView } from '../agenda-view'
import { Lost, WithSlot } from './slot-change'
import { SlotFields } from './slot-fields'

const texts = AGENDA_TEXTS.form

interface Props {
  occurrence: Occurrence
  view: AgendaView
  onClose: () => void
}

/** 'Deste dia em diante': the slot ends the day before, and another one begins. */
export function OnwardForm(props: Props) {
  return (
    <WithSlot slotId={props.occurrence.slot_id}>
      {(slot, facts) => <Form {...props} slot={slot} facts={facts} />}
    </WithSlot>
  )
}

function Form({ occurrence, slot, facts, onClose }: Props & { slot: Slot; facts: SlotFacts }) {
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
