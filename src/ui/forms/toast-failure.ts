import { TRY_AGAIN } from '@/core/common-texts'
import { whyFailed, type Failure } from '@/core/result'
import { toast } from '@/lib/browser/toast'

/**
 * Shows that an action failed and why. A failure without a reason of its own shows `description`, or 'Tente novamente'.
 */
export function toastFailure(failed: string | { title: string; description: string }, result: Failure) {
  const { title, description } =
    typeof failed === 'string' ? { title: failed, description: TRY_AGAIN } : failed
  toast({ title, description: whyFailed(result, description), tone: 'error' })
}
