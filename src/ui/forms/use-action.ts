import { useRef } from 'react'
import type { Uuid } from '@/core/model'
import type { FailureCode, Result, Success } from '@/core/result'
import { toast, withdrawFailure } from '@/lib/browser/toast'
import { toastFailure, type FailedWords } from './toast-failure'
import { useSingleFlight } from './use-single-flight'

/**
 * Returns [run, running] for a write that a button starts: sent once however often it is pressed, then a toast. Writes
 * of credits, validity, feedback, skips or money tell their effects instead (`tell` of src/credits/tell.ts, in
 * `onDone`).
 *
 * @param words.failed title of the toast of a failure; the reason is below it.
 * @param words.done the toast of a success; null if `onDone` or the screen shows it.
 * @param words.also the code of a failure that counts as done: the row to remove is already gone.
 */
export const useAction = <Args extends unknown[], Data>(
  send: (...args: Args) => Promise<Result<Data>>,
  {
    failed,
    done,
    also,
    onDone,
  }: {
    failed: FailedWords
    done: string | null
    also?: FailureCode
    /** `result` is null if another device was first. */
    onDone?: (result: Success<Data> | null, ...args: Args) => unknown
  },
) =>
  useSingleFlight(async (...args: Args) => {
    const result = await send(...args)
    if (!result.success && result.code !== also) {
      toastFailure(failed, result)
      return
    }
    if (done === null) withdrawFailure()
    else toast({ title: done })
    await onDone?.(result.success ? result : null, ...args)
  })

/**
 * Returns the operation id for a content (compared as JSON). A retry with the same content gets the same id, so that
 * the server applies it once; other content gets a new one (docs/product.md, 'Sent twice').
 */
export function useAttemptId(): (content: unknown) => Uuid {
  const attempt = useRef({ text: '', id: '' })
  return (content) => {
    const text = JSON.stringify(content)
    if (attempt.current.text !== text) attempt.current = { text, id: crypto.randomUUID() }
    return attempt.current.id
  }
}
