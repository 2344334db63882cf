import type { Failure } from '@/domain/shared/result'
import { toast } from '@/lib/browser/toast'

/** A failed action: the product's title, and why; a server that stumbled explains nothing, so trying again is offered. */
export function toastFailure(failed: { title: string; description: string }, result: Failure) {
  toast({
    title: failed.title,
    description: result.reason === 'server' ? failed.description : result.message,
    tone: 'error',
  })
}
