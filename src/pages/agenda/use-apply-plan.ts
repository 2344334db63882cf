import type { SlotPlan } from '@/domain/agenda/slot-plans'
import type { Uuid } from '@/domain/shared/model'
import { useSlotPlan } from '@/hooks/agenda/use-slots'
import { toastFailure } from '@/hooks/forms/toast-failure'
import { useAttemptId } from '@/hooks/forms/use-attempt-id'
import { useSingleFlight } from '@/hooks/forms/use-single-flight'
import { toast } from '@/lib/browser/toast'

interface Change {
  planOf: (opId: Uuid) => SlotPlan
  done: string
  failed: { title: string; description: string }
  onDone: () => void
}

/** [apply, applying]: sends a change of the week that needs no form. */
export function useApplyPlan() {
  const { mutateAsync } = useSlotPlan()
  const opIdOf = useAttemptId()
  return useSingleFlight(async ({ planOf, done, failed, onDone }: Change) => {
    const result = await mutateAsync(planOf(opIdOf(planOf(''))))
    if (!result.success) {
      toastFailure(failed, result)
      return
    }
    toast({ title: done })
    onDone()
  })
}
