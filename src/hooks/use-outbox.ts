import { useEffect, useMemo, useSyncExternalStore } from 'react'
import type { Uuid } from '@/domain/model'
import { countOutbox, type OutboxCounts } from '@/domain/outbox'
import { outbox } from '@/services/outbox'
import { outboxStore, type OutboxView } from '@/services/outbox-store'
import { useOwner } from './use-auth'

export type { OutboxView } from '@/services/outbox-store'

/** What the signed-in coach did without signal on this device; nobody else's entries are ever in it. */
export function useOutbox(): OutboxView {
  const owner = useOwner()
  const view = useSyncExternalStore(outboxStore.subscribe, outboxStore.current)
  useEffect(() => {
    void outboxStore.showFor(owner)
  }, [owner])
  // Until the store has followed, what it shows is somebody else's.
  return view.owner === owner ? view : EMPTY
}

const EMPTY: OutboxView = { owner: null, entries: [], loaded: false, active: false }

/** How much waits on this device, and how much of it needs the coach. */
export function useOutboxCounts(): OutboxCounts {
  const { entries } = useOutbox()
  return useMemo(() => countOutbox(entries), [entries])
}

/** How much of this coach waits on this device, read anew; before a sign-out removes it. Zero where nothing can be kept. */
export async function countWaiting(owner: Uuid): Promise<OutboxCounts> {
  try {
    return countOutbox(await outboxStore.list(owner))
  } catch {
    return countOutbox([])
  }
}

/** Removes all that this coach has on this device, sent or not. For a sign-out that named what waits. Never rejects. */
export const clearOutbox = (owner: Uuid): Promise<void> => outbox.clear(owner)
