import { useState } from 'react'
import type { Result } from '@/core/result'

/**
 * `value` as it was when a form about it was sent, until its outcome is known: what is read meanwhile may be what the
 * form itself did, and would be told as if it were still to come, or by another device. undefined: not read yet.
 */
export function useAsSent<Value>(value: Value, isSent: boolean): Value {
  const [before, setBefore] = useState(value)
  const isKept = isSent && before !== undefined
  if (!isKept && before !== value) setBefore(value)
  return isKept ? before : value
}

/** Sent, and it is not known yet whether it was done: the answer is under way, or was lost. */
export const isUnanswered = (sent: { isPending: boolean; data: Result<unknown> | undefined }): boolean =>
  sent.isPending || (sent.data?.success === false && sent.data.unknown === true)
