import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { RecessIntent } from '@/domain/credits/plan-recess'
import type { Uuid } from '@/domain/shared/model'
import { useOwner } from '@/hooks/account/use-auth'
import { invalidateAgenda, invalidateCredits } from '@/queries/effects'
import { queryKeys } from '@/queries/query-keys'
import { unwrap } from '@/queries/service-error'
import { recess } from '@/services/packages/recess'

export type { GivenRecess } from '@/services/packages/recess'

/** The recesses that were given, newest first. */
export function useRecesses() {
  const owner = useOwner()
  return useQuery({
    queryKey: queryKeys.recesses(owner ?? ''),
    queryFn: owner === null ? skipToken : () => unwrap(recess.list()),
  })
}

/** A plan brings its alerts with it. */
function useCreditsChange<Intent, Answer extends { success: boolean }>(
  send: (intent: Intent, only: Uuid | undefined) => Promise<Answer>,
) {
  const client = useQueryClient()
  const only = useOwner() ?? undefined
  return useMutation({
    mutationFn: (intent: Intent) => send(intent, only),
    onSuccess: ({ success }) => {
      if (!success) return
      void invalidateCredits(client)
      void invalidateAgenda(client)
    },
  })
}

export const useGiveRecess = () => useCreditsChange((intent: RecessIntent, only) => recess.give(intent, only))
export const useUndoRecess = () => useCreditsChange(recess.undo)
