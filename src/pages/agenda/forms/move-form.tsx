import { DraftForm } from '@/components/forms/draft-form'
import { Field } from '@/components/ui/fields/field'
import { Input } from '@/components/ui/fields/input'
import { SLOT_LIMITS, type Occurrence } from '@/domain/agenda/agenda'
import { moveDraft, moveSchema } from '@/domain/agenda/move.schema'
import { movePlan } from '@/domain/agenda/slot-plans'
import { instantIn, timeOf } from '@/domain/agenda/zone'
import { useSlotPlan } from '@/hooks/agenda/use-slots'
import { useNewForm } from '@/hooks/forms/use-draft-form'
import { AGENDA_TEXTS } from '@/texts/agenda/agenda'

const texts = AGENDA_TEXTS.form

/** 'Só este dia': the occurrence moves; its slot stays as it is. */
export function MoveForm({ occurrence, onClose }: { occurrence: Occurrence; onClose: () => void }) {
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
