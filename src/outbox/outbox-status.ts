import { isOpen, needsAttention, type OutboxEntry } from './rules'
import type { SetAsideEntry } from './stored-entries'

/** What the whole outbox comes to, in one glance. */

export interface OutboxCounts {
  /** Not delivered yet, whatever the reason. */
  open: number
  /** Of these: on their way, or with an answer that is missing. They can neither be edited nor removed. */
  sending: number
  /** Of these: waiting for the coach's decision. */
  attention: number
}

export function countOutbox(
  entries: readonly OutboxEntry[],
  setAside: readonly SetAsideEntry[],
): OutboxCounts {
  return {
    open: entries.filter(isOpen).length + setAside.length,
    sending: entries.filter(({ state }) => state === 'sending').length,
    attention: entries.filter(needsAttention).length + setAside.length,
  }
}

export type OutboxStatus = 'synced' | 'pending' | 'sending' | 'attention'

/** What the chip says. `active`: a request is under way right now. */
export function outboxStatus(counts: OutboxCounts, active: boolean): OutboxStatus {
  if (counts.attention > 0) return 'attention'
  if (counts.open === 0) return 'synced'
  return active ? 'sending' : 'pending'
}
