import { useMutation } from '@tanstack/react-query'
import type { DayCancellationIntent } from '@/domain/credits/intents'
import { useOwner } from '@/hooks/account/use-auth'
import { lessonPlans } from '@/services/sessions/lesson-plans'
import { useLessonsChanged } from './use-sessions'

/** Cancels lessons of a day in one plan. */
export function useCancelDay() {
  const only = useOwner() ?? undefined
  const onSuccess = useLessonsChanged()
  return useMutation({
    mutationFn: (intent: DayCancellationIntent) => lessonPlans.cancelDay(intent, only),
    onSuccess,
  })
}
