import { useCallback } from 'react'
import type { OutboxIntent, OutboxEntry } from '@/domain/outbox/outbox'
import { mustQueue } from '@/domain/outbox/pending'
import type { Failure, Result } from '@/domain/shared/result'
import { useOwner } from '@/hooks/account/use-auth'
import { currentConnection } from '@/lib/network/connection'
import { withTimeout } from '@/services/network/retry'
import { outbox } from '@/services/outbox/outbox'
import { sendOutbox } from '@/services/outbox/outbox-sender'
import { outboxStore } from '@/services/outbox/outbox-store'
import { inDoubt, offline } from '@/services/supabase/errors'

/** An intent without an answer after this is queued: a coach between two students cannot wait longer. */
const DIRECT_MS = 8_000

interface What {
  id: OutboxEntry['id']
  intent: OutboxIntent
  names: OutboxEntry['names']
}

/**
 * Sends an intent at once, or queues it in the outbox when the backend cannot be reached ('queued'); then it is sent
 * later under the same ids. After a failure nothing was queued either.
 */
export function useSendOrQueue() {
  const owner = useOwner()
  return useCallback(
    async <Answer extends Result<unknown>>(
      what: What,
      send: () => Promise<Answer>,
    ): Promise<Answer | Failure | 'queued'> => {
      if (owner === null) return send()
      const directly = () => withTimeout<Answer | Failure>(DIRECT_MS, send(), inDoubt(offline()))
      const queue = (unknown: boolean) => outbox.queue({ ...what, owner, unknown })
      const isStraight = currentConnection().online && !mustQueue(what.intent, outboxStore.current().entries)

      if (isStraight) {
        const answer = await directly()
        if (answer.success || answer.code !== 'network') return answer
        const queued = await queue(answer.unknown === true)
        if (!queued.success) return queued
      } else {
        const queued = await queue(false)
        if (!queued.success) {
          // Storage is forbidden, so nothing can be queued; the connection may be back.
          const answer = await directly()
          return answer.success || answer.code !== 'network' ? answer : queued
        }
      }
      void sendOutbox()
      return 'queued'
    },
    [owner],
  )
}
