import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useOwner } from '@/account/use-auth'
import type { Uuid } from '@/core/model'
import { unlessLeft } from './owner'

/**
 * Binds a write to the coach who is signed in now; if another coach is by then, the service refuses.
 *
 * @param send the service, with the coach as its last argument.
 * @param effect runs after each answer, also a failure. The mutation is pending until its promise resolves.
 */
export function useOwnerMutation<Sent, Answer>(
  send: (sent: Sent, only: Uuid | undefined) => Promise<Answer>,
  effect: (client: QueryClient, answer: Answer, sent: Sent, owner: Uuid | null) => unknown,
  options: { mutationKey?: readonly string[]; scope?: { id: string } } = {},
) {
  const client = useQueryClient()
  const owner = useOwner()
  return useMutation({
    ...options,
    mutationFn: (sent: Sent) => unlessLeft(send(sent, owner ?? undefined)),
    onSuccess: (answer, sent) => effect(client, answer, sent, owner),
  })
}

/** An effect of a success: reads the stale queries again, in the background. */
export const whenSaved =
  (...stale: readonly ((client: QueryClient) => Promise<void>)[]) =>
  (client: QueryClient, { success }: { success: boolean }): void => {
    if (success) for (const invalidate of stale) void invalidate(client)
  }
