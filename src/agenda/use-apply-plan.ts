import { COMMON_MESSAGES } from '@/core/common-texts'
import type { Uuid } from '@/core/model'
import { tell } from '@/credits/tell'
import { toastFailure } from '@/ui/forms/toast-failure'
import { useAttemptId } from '@/ui/forms/use-attempt-id'
import { useSingleFlight } from '@/ui/forms/use-single-flight'
import type { SlotPlan } from './slots'
import { useSlotPlan } from './use-slots'

interface Change {
  planOf: (opId: Uuid) => SlotPlan
  done: string
  /** `done` says what becomes of the occurrence. */
  namesAgenda?: true
  failed: { title: string; description: string }
  onDone: () => void
}

/** [apply, applying]: sends a change of the week that needs no form. */
export function useApplyPlan() {
  const { mutateAsync } = useSlotPlan()
  const opIdOf = useAttemptId()
  return useSingleFlight(async ({ planOf, done, namesAgenda, failed, onDone }: Change) => {
    const result = await mutateAsync(planOf(opIdOf(planOf(''))))
    if (!result.success) {
      toastFailure(failed, result)
      return
    }
    // Of an earlier attempt that did something else nothing is claimed.
    const isOther = result.outcome === 'already-saved'
    tell(result.data, {
      title: isOther ? COMMON_MESSAGES.notAsTyped : done,
      ...(isOther && { warnings: [COMMON_MESSAGES.alreadySaved] }),
      namesAgenda: namesAgenda === true && !isOther,
    })
    onDone()
  })
}
