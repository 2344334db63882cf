import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useOwner } from '@/hooks/account/use-auth'
import { invalidateFirstSteps } from '@/queries/effects'
import { profile } from '@/services/account/profile'

/** Closes 'Primeiros passos' for good, on every device; false shows them again. */
export function useCloseFirstSteps() {
  const client = useQueryClient()
  const only = useOwner() ?? undefined
  return useMutation({
    mutationFn: (closed: boolean) => profile.updateRules({ first_steps_closed: closed }, undefined, only),
    onSuccess: (result) => (result.success ? invalidateFirstSteps(client) : undefined),
  })
}
