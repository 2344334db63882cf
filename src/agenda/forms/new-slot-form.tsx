import { useClubs } from '@/clubs/use-clubs'
import type { LocalDate, Uuid } from '@/core/model'
import { failedRead } from '@/data/queries/service-error'
import { useSession } from '@/sessions/use-sessions'
import { DraftForm } from '@/ui/forms/draft-form'
import { useNewForm } from '@/ui/forms/use-draft-form'
import { Skeleton } from '@/ui/skeleton'
import { ErrorState } from '@/ui/states'
import { newSlotPlan } from '../slot-plans'
import { emptySlot, slotDraft, slotSchema, weeklyFrom, type SlotForm } from '../slot.schema'
import { AGENDA_TEXTS } from '../texts'
import { useSlotPlan } from '../use-slots'
import { useAgendaToday, useTimeZone } from '../use-time-zone'
import { SlotFields } from './slot-fields'

const texts = AGENDA_TEXTS.form

/** 'Novo horário'; for a student, or from a lesson that is to be repeated every week. */
export function NewSlotForm({
  day,
  studentId,
  sessionId,
  onClose,
}: {
  /** The chosen day of the agenda. */
  day: LocalDate
  studentId: Uuid | null
  sessionId: Uuid | null
  onClose: () => void
}) {
  const today = useAgendaToday()
  const { stored, device, isPending: isZonePending } = useTimeZone()
  const clubs = useClubs()
  const session = useSession(sessionId)
  if (sessionId !== null && !session.data && session.isError) {
    return <ErrorState {...failedRead(AGENDA_TEXTS.loadFailed, session)} />
  }
  // What the form begins with must be there when it begins.
  if (clubs.isPending || isZonePending || (sessionId !== null && session.isPending)) {
    return <Skeleton className="h-80 rounded-xl" />
  }
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
        studentIds: studentId === null ? [] : [studentId],
      }
  return <Form name={`new-slot:${sessionId ?? studentId ?? ''}`} start={start} onClose={onClose} />
}

function Form({ name, start, onClose }: { name: string; start: SlotForm; onClose: () => void }) {
  const { mutateAsync } = useSlotPlan()
  const { form, frame } = useNewForm({
    name,
    schema: slotSchema,
    shape: slotDraft,
    defaults: () => start,
    focus: 'time',
    create: (id, values) => mutateAsync(newSlotPlan(id, values, () => crypto.randomUUID())),
    done: texts.added,
    failed: texts.failed,
    onDone: onClose,
    onCancel: onClose,
  })
  return (
    <DraftForm
      frame={frame}
      label={texts.newTitle}
      offline={AGENDA_TEXTS.needsInternet}
      submit={texts.add}
      pending={texts.adding}
      sticky="dialog"
    >
      <SlotFields form={form} />
    </DraftForm>
  )
}
