import { whyFailed, type Failure } from '@/domain/shared/result'
import { toast } from '@/lib/browser/toast'

/** A failed action: its title, and why it failed. */
export function toastFailure(failed: { title: string; description: string }, result: Failure) {
  toast({ title: failed.title, description: whyFailed(result, failed.description), tone: 'error' })
}
