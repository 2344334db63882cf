import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useOwner } from '@/account/use-auth'
import type { Uuid } from '@/core/model'

/**
 * Binds a write to the coach who is signed in now. If another coach is signed in when the write is sent, the service
 * refuses.
 *
 * @param send the service function; its last argument is the coach.
 * @param effect runs after each answer, also after a failed `Result`. The mutation stays pending until the promise that
 * `effect` returns has resolved.
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
    mutationFn: (sent: Sent) => send(sent, owner ?? undefined),
    onSuccess: (answer, sent) => effect(client, answer, sent, owner),
  })
}

/**
 * An `effect` for `useOwnerMutation`: after a success it invalidates these subjects, without waiting for the refetch.
 */
export const whenSaved =
  (...stale: readonly ((client: QueryClient) => Promise<void>)[]) =>
  (client: QueryClient, { success }: { success: boolean }): void => {
    if (success) for (const invalidate of stale) void invalidate(client)
  }
