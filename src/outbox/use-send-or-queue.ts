import { useCallback } from 'react'
import { auth } from '@/account/auth-data'
import { useOwner } from '@/account/use-auth'
import type { Failure, Result } from '@/core/result'
import { unlessLeft } from '@/data/owner'
import { painted } from '@/lib/browser/painted'
import type { Sendable } from './rules'
import { sendOrQueue } from './send-or-queue-data'

/** `sendOrQueue` for the signed-in coach. Kept apart from `use-outbox.ts`, which the shell loads. */
export function useSendOrQueue() {
  const owner = useOwner()
  return useCallback(
    async <Answer extends Result<unknown>>(
      sent: Omit<Sendable, 'owner'>,
      send: () => Promise<Answer>,
    ): Promise<Answer | Failure | 'queued'> => {
      if (owner === null) return send()
      await painted()
      // In another tab the coach may have signed out, or somebody else signed in.
      const isOwner = () => auth.lastKnownOwner()?.id === owner
      return unlessLeft(sendOrQueue({ ...sent, owner }, send, isOwner))
    },
    [owner],
  )
}
