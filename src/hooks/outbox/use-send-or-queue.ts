import { useCallback } from 'react'
import type { Intention, OutboxEntry } from '@/domain/outbox/outbox'
import type { Failure, Result } from '@/domain/shared/result'
import { mustQueue } from '@/domain/outbox/pending'
import { currentConnection } from '@/lib/network/connection'
import { inDoubt, offline } from '@/services/supabase/errors'
import { outbox } from '@/services/outbox/outbox'
import { sendOutbox } from '@/services/outbox/outbox-sender'
import { outboxStore } from '@/services/outbox/outbox-store'
import { within } from '@/services/network/retry'
import { useOwner } from '@/hooks/account/use-auth'

/** A coach between two students is not left waiting longer than this before it is kept here instead. */
const DIRECT_MS = 8_000

interface What {
  id: OutboxEntry['id']
  intention: Intention
  names: OutboxEntry['names']
}

/**
 * Sends an intention at once, or keeps it on this device when the backend cannot be reached: 'kept' then, and it goes
 * out by itself later, under the same ids. A failure means that nothing was kept either.
 */
export function useSendOrKeep() {
  const owner = useOwner()
  return useCallback(
    async <Answer extends Result<unknown>>(
      what: What,
      send: () => Promise<Answer>,
    ): Promise<Answer | Failure | 'kept'> => {
      if (owner === null) return send()
      const directly = () => within<Answer | Failure>(DIRECT_MS, send(), inDoubt(offline()))
      const keep = (unknown: boolean) => outbox.keep({ ...what, owner, unknown })
      const isStraight =
        currentConnection().online && !mustQueue(what.intention, outboxStore.current().entries)

      if (isStraight) {
        const answer = await directly()
        if (answer.success || answer.code !== 'network') return answer
        const kept = await keep(answer.unknown === true)
        if (!kept.success) return kept
      } else {
        const kept = await keep(false)
        if (!kept.success) {
          // Nothing can wait here; perhaps the connection is back.
          const answer = await directly()
          return answer.success || answer.code !== 'network' ? answer : kept
        }
      }
      void sendOutbox()
      return 'kept'
    },
    [owner],
  )
}
