import { OfflineNotice } from '@/components/offline/offline-notice'
import { Button } from '@/components/ui/button'
import type { Occurrence, Slot } from '@/domain/agenda/agenda'
import { formatDay } from '@/domain/agenda/days'
import { earliestChange, endPlan, type SlotFacts } from '@/domain/agenda/slot-plans'
import { AGENDA_TEXTS } from '@/texts/agenda/agenda'
import type { AgendaView } from '../agenda-view'
import { useApplyPlan } from '../use-apply-plan'
import { Lost, WithSlot } from './slot-change'

const texts = AGENDA_TEXTS.end

interface Props {
  occurrence: Occurrence
  view: AgendaView
  onClose: () => void
}

/** 'Encerrar horário': what was registered stays; what is lost is said before. */
export function EndForm(props: Props) {
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
  if (slot.ends_on !== null && from > slot.ends_on) return <p>{texts.over(formatDay(slot.ends_on))}</p>
  return (
    <>
      <OfflineNotice online={online}>{AGENDA_TEXTS.needsInternet}</OfflineNotice>
      <p>{from <= slot.starts_on ? texts.deleted : texts.description(formatDay(from))}</p>
      <Lost facts={facts} from={from} />
      <div className="mt-6 flex flex-col-reverse gap-3 *:flex-1 min-[360px]:flex-row">
        <Button tone="outline" onClick={onClose}>
          Cancelar
        </Button>
        <Button
          tone="danger"
          pending={applying}
          pendingLabel={texts.pending}
          onClick={() =>
            void apply({
              planOf: (opId) => endPlan(opId, slot, from),
              done: texts.done,
              failed: texts.failed,
              onDone: onClose,
            })
          }
        >
          {texts.confirm}
        </Button>
      </div>
    </>
  )
}
