import type { ReactNode } from 'react'
import { formatDate } from '@/core/dates'
import type { LocalDate, Uuid } from '@/core/model'
import { failedRead } from '@/data/queries/service-error'
import { ChangeList } from '@/ui/forms/change-list'
import { Skeleton } from '@/ui/skeleton'
import { ErrorState } from '@/ui/states'
import type { Slot } from '../rules'
import { SKIP_REASON_TEXTS } from '../skip-reasons-texts'
import { lostFrom, type SlotFacts } from '../slots'
import { AGENDA_TEXTS } from '../texts'
import { useSlotFacts, useSlots } from '../use-slots'
import { whenOf } from '../zone'

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
