import { useCallback } from 'react'
import type { Failure, Result } from '@/domain/shared/result'
import { useOwner } from '@/hooks/account/use-auth'
import { auth } from '@/services/account/auth'
import type { Sendable } from '@/services/outbox/outbox'
import { sendOrQueue } from '@/services/outbox/send-or-queue'

/** `sendOrQueue` as the coach who is signed in now. */
export function useSendOrQueue() {
  const owner = useOwner()
  return useCallback(
    <Answer extends Result<unknown>>(
      what: Omit<Sendable, 'owner'>,
      send: () => Promise<Answer>,
    ): Promise<Answer | Failure | 'queued'> => {
      if (owner === null) return send()
      // Another tab may have signed out, or somebody else in.
      const isOwner = () => auth.lastKnownOwner()?.id === owner
      return sendOrQueue({ ...what, owner }, send, isOwner)
    },
    [owner],
  )
}
