import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router-dom'
import { useOwner } from '@/account/use-auth'
import { TRY_AGAIN } from '@/core/common-texts'
import type { Uuid } from '@/core/model'
import { paths } from '@/core/paths'
import type { Result } from '@/core/result'
import { invalidateLessons, reconcileAlerts } from '@/data/queries/effects'
import { withTimeout } from '@/data/retry'
import { toast } from '@/lib/browser/toast'
import { onConnectionBack } from '@/lib/network/connection'
import { endDrafts } from '@/lib/storage/draft-store'
import { EMPTY_VIEW, outbox, outboxStore, type OutboxView } from './data'
import { onSent, sendOutbox, stopSending } from './outbox-sender-data'
import { isEditable, isOpen, isStored, type OutboxEntry, type OutboxIntent } from './rules'
import { OUTBOX } from './texts'

/** The outbox of the signed-in coach on this device, never another coach's entries. */
export const useOutbox = () => useOutboxPart((view) => view)

/** The entries alone. Renders again only when they change, not with every tap that is sent. */
export const useOutboxEntries = () => useOutboxPart(({ entries }) => entries)

function useOutboxPart<Part>(select: (view: OutboxView) => Part): Part {
  const owner = useOwner()
  const part = useSyncExternalStore(outboxStore.subscribe, () => {
    const view = outboxStore.current()
    // Until the store has switched coaches, it still shows the previous coach's entries.
    return select(view.owner === owner ? view : EMPTY_VIEW)
  })
  useEffect(() => {
    void outboxStore.showFor(owner)
  }, [owner])
  return part
}

const REFRESH_MS = 1_000

/** What the coach can do with entries. Decisions that make an entry ready start sending. */
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
      change: (id: Uuid, to: Pick<OutboxEntry, 'intent' | 'names'>) => outbox.change(own, id, to),
      remove: (id: Uuid) => outbox.withdraw(own, id),
      removeSetAside: (id: Uuid) => outbox.removeSetAside(own, id),
      retry: (id: Uuid) => andSend(outbox.retry(own, id)),
      settleClock: (id: Uuid, decision: 'correct' | 'keep') => andSend(outbox.settleClock(own, id, decision)),
      settleBeside: (id: Uuid, decision: 'same' | 'other') => andSend(outbox.settleBeside(own, id, decision)),
      forgetSent: () => outbox.forgetSent(own),
      sendNow: () => sendOutbox(),
      /** Resolves with the number of records that a sign-out would remove although the server does not have them. */
      refresh: async (): Promise<number> => {
        // IndexedDB can hang, and a sign-out must not.
        await withTimeout(REFRESH_MS, outboxStore.refresh(), undefined)
        const { entries, underway, setAside } = outboxStore.current()
        return entries.filter(isOpen).length + underway.length + setAside.length
      },
    }
  }, [owner])
}

/**
 * The outbox entry that a form edits; null while it is looked up. The entry is locked while the form is open, and
 * sending starts when the form closes. If the entry can no longer be edited, a toast says so and the outbox opens.
 */
export function useEntryToEdit(id: Uuid, kind: OutboxIntent['kind']): OutboxEntry | null {
  const owner = useOwner()
  const navigate = useNavigate()
  const [entry, setEntry] = useState<OutboxEntry | null>(null)
  useEffect(() => {
    if (owner === null) return
    const { locked, alreadyGone, alreadySent, openElsewhere } = OUTBOX.service
    let left = false
    let letGo: (() => void) | null = null
    const refuse = (title: string) => {
      if (left) return
      toast({ title, tone: 'warning' })
      void navigate(paths.outbox.href(), { replace: true })
    }
    const open = async () => {
      letGo = await outbox.lockForEdit(id)
      if (left) return letGo?.()
      const stored = (await outboxStore.list(owner)).find((each) => each.id === id)
      if (stored?.intent.kind !== kind) refuse(alreadyGone)
      else if (!isEditable(stored)) refuse(isOpen(stored) ? locked : alreadySent)
      else if (letGo === null) refuse(openElsewhere)
      else setEntry(stored)
    }
    // Deferred, because StrictMode unmounts and remounts at once, and the second mount would find the first mount's
    // lock.
    const timer = setTimeout(() => {
      open().catch(() => refuse(TRY_AGAIN))
    })
    return () => {
      left = true
      clearTimeout(timer)
      letGo?.()
      void sendOutbox()
    }
  }, [id, owner, kind, navigate])
  return entry?.id === id ? entry : null
}

/**
 * Sends pending entries when the app opens, when the connection is back, and when the tab becomes visible. Mounted
 * once, by the shell.
 *
 * @param onDelivered gets the entries that this tab delivered, after each round; keep it stable.
 */
export function useOutboxSending(onDelivered: (entries: readonly OutboxEntry[]) => void) {
  const owner = useOwner()
  const client = useQueryClient()

  useEffect(() => {
    if (owner === null) return
    const wake = () => void sendOutbox()
    const onVisible = () => {
      if (document.visibilityState === 'visible') wake()
    }
    const stop = onConnectionBack(wake)
    window.addEventListener('online', wake)
    document.addEventListener('visibilitychange', onVisible)
    wake()
    return () => {
      stop()
      window.removeEventListener('online', wake)
      document.removeEventListener('visibilitychange', onVisible)
      stopSending()
    }
  }, [owner])

  useEffect(() => onSent(onDelivered), [onDelivered])

  useEffect(() => {
    const open = new Map<Uuid, OutboxEntry>()
    let seen: readonly OutboxEntry[] = []
    const look = () => {
      const { active, entries, loaded, owner: shown, underway } = outboxStore.current()
      // The form that sends an entry again tells what became of it: a refusal removes the entry too.
      for (const { id } of underway) open.delete(id)
      const isGone = (entry: OutboxEntry) =>
        entry.owner === shown && !entries.some(({ id }) => id === entry.id)
      // While they are listed, in every tab: later no form could know what was sent, by whichever tab, and the next
      // student would replace the one that was sent. A tab that was frozen meanwhile finds them gone. A lesson keeps
      // its id, to be corrected. Not with each tap, which changes no entry.
      if (entries !== seen && loaded)
        for (const entry of [...entries, ...open.values()])
          if (entry.outcome ? isStored(entry.outcome) : isGone(entry))
            endDrafts(entry.id, entry.intent.kind === 'student')
      // Whichever tab has delivered the entry, this one shows old data. Invalidate once after a round, not after each
      // of its entries.
      const isAnyDelivered = !active && entries.some((entry) => !isOpen(entry) && open.has(entry.id))
      if (!active) open.clear()
      for (const entry of entries) if (isOpen(entry)) open.set(entry.id, entry)
      seen = entries
      if (!isAnyDelivered) return
      void invalidateLessons(client)
      void reconcileAlerts(client)
    }
    look()
    return outboxStore.subscribe(look)
  }, [client])
}
