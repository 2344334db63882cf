import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { useOwner } from '@/account/use-auth'
import type { Uuid } from '@/core/model'
import type { Result } from '@/core/result'
import { withTimeout } from '@/data/retry'
import { outbox } from './data'
import { sendOutbox } from './outbox-sender-data'
import { outboxStore, type OutboxView } from './outbox-store-data'
import { isEditable, isOpen, type OutboxIntent, type OutboxEntry } from './rules'

/** The outbox of the signed-in coach on this device, never another coach's entries. */
export function useOutbox(): OutboxView {
  const owner = useOwner()
  const view = useSyncExternalStore(outboxStore.subscribe, outboxStore.current)
  useEffect(() => {
    void outboxStore.showFor(owner)
  }, [owner])
  // Until the store has switched coaches, it still shows the previous coach's entries.
  return view.owner === owner ? view : EMPTY
}

const REFRESH_MS = 1_000

const EMPTY: OutboxView = {
  owner: null,
  entries: [],
  setAside: [],
  loaded: false,
  active: false,
  underway: [],
}

/** What the coach can do with entries; each call resolves with a Result. What may be sent after it is sent. */
export function useOutboxActions() {
  const owner = useOwner()
  return useMemo(() => {
    const own = owner ?? ''
    const andSend = async (action: Promise<Result<null>>): Promise<Result<null>> => {
      const result = await action
      void sendOutbox()
      return result
    }
    return {
      change: (id: Uuid, what: Pick<OutboxEntry, 'intent' | 'names'>) => outbox.change(own, id, what),
      remove: (id: Uuid) => outbox.remove(own, id),
      removeSetAside: (id: Uuid) => outbox.removeSetAside(own, id),
      retry: (id: Uuid) => andSend(outbox.retry(own, id)),
      settleClock: (id: Uuid, decision: 'correct' | 'keep') => andSend(outbox.settleClock(own, id, decision)),
      settleBeside: (id: Uuid, decision: 'same' | 'other') => andSend(outbox.settleBeside(own, id, decision)),
      forgetSent: () => outbox.forgetSent(own),
      sendNow: () => sendOutbox(),
      /** Resolves with how many records a sign-out would remove before the server has them. */
      refresh: async (): Promise<number> => {
        // IndexedDB can hang, and a sign-out must not.
        await withTimeout(REFRESH_MS, outboxStore.refresh(), undefined)
        const { entries, underway, setAside } = outboxStore.current()
        return entries.filter(isOpen).length + underway.length + setAside.length
      },
    }
  }, [owner])
}

export type EntryLock =
  | { status: 'loading' | 'locked' | 'gone' }
  /** The entry as it was when the lock was acquired. */
  | { status: 'acquired'; entry: OutboxEntry }

/**
 * Locks an entry while it is edited here, so that it is not sent. Releases it when the editor closes; then it is sent.
 *
 * @param id null locks nothing: 'gone'.
 */
export function useEntryLock(id: Uuid | null, kind: OutboxIntent['kind']): EntryLock {
  const owner = useOwner()
  const [lock, setLock] = useState<EntryLock & { id?: Uuid }>({ status: 'loading' })
  useEffect(() => {
    if (id === null || owner === null) return
    let left = false
    let letGo: (() => void) | null = null
    const open = async () => {
      letGo = await outbox.lockForEdit(id)
      if (left) {
        letGo?.()
        return
      }
      if (letGo === null) {
        setLock({ id, status: 'locked' })
        return
      }
      const entry = (await outboxStore.list(owner)).find((candidate) => candidate.id === id)
      if (left) return
      if (!entry || entry.intent.kind !== kind || entry.state === 'sent') setLock({ id, status: 'gone' })
      else setLock(isEditable(entry) ? { id, status: 'acquired', entry } : { id, status: 'locked' })
    }
    // Deferred: StrictMode unmounts and remounts at once, and the second mount would find the first one's lock.
    const timer = setTimeout(() => {
      open().catch(() => setLock({ id, status: 'gone' }))
    })
    return () => {
      left = true
      clearTimeout(timer)
      letGo?.()
      void sendOutbox()
    }
  }, [id, owner, kind])
  return lock.id === id ? lock : { status: 'loading' }
}
