import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useOwner } from '@/account/use-auth'
import { invalidateLessons, reconcileAlerts } from '@/data/queries/effects'
import { onConnectionBack } from '@/lib/network/connection'
import { onSent, sendOutbox, stopSending } from './outbox-sender-data'
import { outboxStore } from './outbox-store-data'
import { isOpen, type OutboxEntry } from './rules'

/**
 * Sends pending entries when the app opens, when the connection is back, and when the tab becomes visible. Mounted
 * once, by the shell.
 *
 * @param onDelivered gets what this tab delivered, after each round; keep it stable.
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
    let open = openIds()
    return outboxStore.subscribe(() => {
      const { active, entries } = outboxStore.current()
      // Read once after a round, not after each of its entries.
      if (active) return
      // Another tab may have sent it; this one shows old data either way.
      const isAnyDelivered = entries.some((entry) => !isOpen(entry) && open.has(entry.id))
      open = openIds()
      if (!isAnyDelivered) return
      void invalidateLessons(client)
      void reconcileAlerts(client)
    })
  }, [client])
}

const openIds = (): Set<string> =>
  new Set(
    outboxStore
      .current()
      .entries.filter(isOpen)
      .map(({ id }) => id),
  )
