import type { SlotPlan } from '@/domain/agenda/slot-plans'
import type { Uuid } from '@/domain/shared/model'
import { useSlotPlan } from '@/hooks/agenda/use-slots'
import { tell } from '@/hooks/effects/tell'
import { toastFailure } from '@/hooks/forms/toast-failure'
import { useAttemptId } from '@/hooks/forms/use-attempt-id'
import { useSingleFlight } from '@/hooks/forms/use-single-flight'
import { MESSAGES } from '@/texts/shared/messages'

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
      title: isOther ? MESSAGES.common.notAsTyped : done,
      ...(isOther && { warnings: [MESSAGES.common.alreadySaved] }),
      namesAgenda: namesAgenda === true && !isOther,
    })
    onDone()
  })
}
