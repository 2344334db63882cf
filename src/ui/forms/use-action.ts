import type { FailureCode, Result, Success } from '@/core/result'
import { toast } from '@/lib/browser/toast'
import { toastFailure } from './toast-failure'
import { useSingleFlight } from './use-single-flight'

/**
 * Returns [run, running] for a write that a button starts: it is sent once however often the button is pressed, then a
 * toast tells the result. A write of credits, validity, feedback, skips or money sets `done` to null and tells its
 * effects in `onDone` (`tell` of src/credits/tell.ts).
 *
 * @param words.failed title of the toast of a failure; the reason is its description.
 * @param words.done title of the toast of a success; null if `onDone` shows its own.
 * @param words.also code of a failure that counts as a success, such as 'not found' when removing.
 */
export function useAction<Args extends unknown[], Data>(
  send: (...args: Args) => Promise<Result<Data>>,
  {
    failed,
    done,
    also,
    onDone,
  }: {
    failed: string | { title: string; description: string }
    done: string | null
    also?: FailureCode
    /** `result` is null after a failure that counts as a success, because another device was first. */
    onDone?: (result: Success<Data> | null, ...args: Args) => unknown
  },
) {
  return useSingleFlight(async (...args: Args) => {
    const result = await send(...args)
    if (!result.success && result.code !== also) {
      toastFailure(failed, result)
      return
    }
    if (done !== null) toast({ title: done })
    await onDone?.(result.success ? result : null, ...args)
  })
}
