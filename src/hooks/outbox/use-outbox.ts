import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type { Uuid } from '@/domain/shared/model'
import { isEditable, type OutboxIntent, type OutboxEntry } from '@/domain/outbox/outbox'
import type { Result } from '@/domain/shared/result'
import { outbox } from '@/services/outbox/outbox'
import { sendOutbox } from '@/services/outbox/outbox-sender'
import { outboxStore, type OutboxView } from '@/services/outbox/outbox-store'
import { useOwner } from '@/hooks/account/use-auth'

export type { OutboxView } from '@/services/outbox/outbox-store'

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

const EMPTY: OutboxView = { owner: null, entries: [], setAside: [], loaded: false, active: false }

/** What the coach does with one's own entries; each answers a Result. What may be sent then is sent. */
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
      forgetSent: () => outbox.forgetSent(own),
      sendNow: () => sendOutbox(),
    }
  }, [owner])
}

export type EntryLock =
  | { status: 'loading' | 'locked' | 'gone' }
  /** As it was when it was opened. */
  | { status: 'acquired'; entry: OutboxEntry }

/**
 * Keeps an entry from being sent while it is edited here, and lets it go when the editor closes: then it is sent.
 *
 * @param id null edits none: 'gone'.
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
    // Not at once: StrictMode leaves and comes back within a moment, and would meet itself at the lock.
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
