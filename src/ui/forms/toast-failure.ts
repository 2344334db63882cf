import { whyFailed, type Failure } from '@/core/result'
import { toast } from '@/lib/browser/toast'

/** Shows that an action failed and why; `failed.description` is used if the failure has no reason of its own. */
export function toastFailure(failed: { title: string; description: string }, result: Failure) {
  toast({ title: failed.title, description: whyFailed(result, failed.description), tone: 'error' })
}
