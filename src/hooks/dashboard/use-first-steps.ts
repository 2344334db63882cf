import { useOwnerMutation } from '@/hooks/data/use-owner-mutation'
import { invalidateFirstSteps } from '@/queries/effects'
import { profile } from '@/services/account/profile'

/** Closes 'Primeiros passos' for good, on every device; false shows them again. */
export const useCloseFirstSteps = () =>
  useOwnerMutation(
    (closed: boolean, only) => profile.updateRules({ first_steps_closed: closed }, undefined, only),
    (client, { success }) => (success ? invalidateFirstSteps(client) : undefined),
  )
