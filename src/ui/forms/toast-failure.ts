import { TRY_AGAIN } from '@/core/common-texts'
import { whyFailed, type Failure } from '@/core/result'
import { toast } from '@/lib/browser/toast'

export type FailedWords = string | { title: string; description: string }

/** Shows that an action failed and why; without a reason of its own `description`, or 'Tente novamente'. */
export function toastFailure(failed: FailedWords, result: Failure) {
  const { title, description } =
    typeof failed === 'string' ? { title: failed, description: TRY_AGAIN } : failed
  toast({ title, description: whyFailed(result, description), tone: 'error' })
}
