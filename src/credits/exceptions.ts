import type { SkipReason, SlotException } from '@/agenda/rules'
import type { SkippedOccurrence } from './intents'

/** What is written about skipped occurrences. A moved one keeps where it moved to. */
export const exceptionsOf = (
  occurrences: readonly SkippedOccurrence[],
  reason: SkipReason,
): SlotException[] =>
  occurrences.map(({ slotId, slotDate, movedTo }) => ({
    slot_id: slotId,
    slot_date: slotDate,
    reason,
    moved_to: movedTo,
  }))
