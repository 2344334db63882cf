import { DraftForm } from '@/ui/forms/draft-form'
import { TextField } from '@/ui/forms/fields'
import { useNewForm } from '@/ui/forms/use-draft-form'
import { SLOT_LIMITS } from '../rules'
import { SkipForm } from '../skip-form'
import { moveDraft, moveSchema } from '../slot.schema'
import { movePlan } from '../slots'
import { useAnswer } from '../use-answer'
import { useSlotPlan } from '../use-slots'
import { instantIn, timeOf } from '../zone'
import { ChangeSlotForm, EndSlotForm, type OccurrenceFormProps } from './slot-forms'
import { AGENDA_TEXTS } from './texts'
import type { OccurrenceForm } from './use-weeks'

const FORMS = { skip: Skip, day: Move, onward: ChangeSlotForm, end: EndSlotForm } as const

/** A form about one occurrence or its slot. */
export function AgendaForm({
  kind,
  ...props
}: OccurrenceFormProps & { kind: Exclude<OccurrenceForm, 'occurrence'> }) {
  const Form = FORMS[kind]
  return <Form {...props} />
}

/** 'Não aconteceu', and 'Não vai acontecer' of a lesson that is still to come. */
function Skip({ occurrence, view, onClose }: OccurrenceFormProps) {
  const { skip, answering } = useAnswer()
  return (
    <SkipForm
      occurrences={[occurrence]}
      now={view.now}
      saving={answering.size > 0}
      onConfirm={(reason, extension) =>
        void skip([occurrence], reason, extension).then((isDone) => isDone && onClose())
      }
    />
  )
}

/** 'Só este dia': the occurrence moves; its slot stays as it is. */
function Move({ occurrence, onClose }: OccurrenceFormProps) {
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
    done: 'Aula remarcada',
    failed: AGENDA_TEXTS.failed,
    onDone: onClose,
    onCancel: onClose,
  })
  return (
    <DraftForm
      frame={frame}
      label="Mudar só este dia"
      offline={AGENDA_TEXTS.needsInternet}
      submit="Salvar"
      pending="Salvando..."
    >
      <div className="grid gap-4 min-[400px]:grid-cols-2">
        <TextField
          form={form}
          name="day"
          label="Dia"
          required
          input={{ type: 'date', max: SLOT_LIMITS.lastDay }}
        />
        <TextField
          form={form}
          name="time"
          label="Hora"
          required
          input={{ type: 'time', className: 'figures' }}
        />
      </div>
      <p className="mt-4 text-[15px] text-ink-soft">
        Quem participa você escolhe em Detalhes, ao registrar a aula.
      </p>
    </DraftForm>
  )
}
