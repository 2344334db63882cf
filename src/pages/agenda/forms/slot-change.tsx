import type { ReactNode } from 'react'
import { ChangeList } from '@/components/forms/change-list'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState } from '@/components/ui/states'
import type { Slot } from '@/domain/agenda/agenda'
import { lostFrom, type SlotFacts } from '@/domain/agenda/slot-plans'
import { whenOf } from '@/domain/agenda/zone'
import { formatDate } from '@/domain/shared/dates'
import type { LocalDate, Uuid } from '@/domain/shared/model'
import { useSlotFacts, useSlots } from '@/hooks/agenda/use-slots'
import { failedRead } from '@/queries/service-error'
import { AGENDA_TEXTS } from '@/texts/agenda/agenda'
import { SKIP_REASON_TEXTS } from '@/texts/agenda/skip-reasons'

/** Reads what a change of a slot must respect, and shows the form once it is there. */
export function WithSlot({
  slotId,
  children,
}: {
  slotId: Uuid
  children: (slot: Slot, facts: SlotFacts) => ReactNode
}) {
  const slots = useSlots()
  const facts = useSlotFacts(slotId)
  const slot = slots.data?.find(({ id }) => id === slotId)
  if (slot && facts.data) {
    // An old address, or another device has answered it.
    if (slot.weekday === null && facts.data.last_answered !== null) return <p>{AGENDA_TEXTS.form.answered}</p>
    return children(slot, facts.data)
  }
  if (slots.error || facts.error) return <ErrorState {...failedRead(AGENDA_TEXTS.loadFailed, slots, facts)} />
  return <Skeleton className="h-80 rounded-xl" />
}

/** What a change from this day on takes away, said before. */
export function Lost({ facts, from }: { facts: SlotFacts; from: LocalDate }) {
  return (
    <div role="status" className="mt-5 empty:hidden">
      <ChangeList
        kind="goes"
        title={AGENDA_TEXTS.lost.title}
        items={lostFrom(facts, from).flatMap(({ slot_date: day, reason, moved_to: movedTo }) =>
          reason !== null
            ? [AGENDA_TEXTS.lost.skipped(formatDate(day), SKIP_REASON_TEXTS[reason])]
            : movedTo !== null
              ? [AGENDA_TEXTS.lost.moved(formatDate(day), whenOf(movedTo))]
              : [],
        )}
      />
    </div>
  )
}

/** '24/11/2026, 18:00' */
