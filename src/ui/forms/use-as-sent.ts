import { useState } from 'react'
import type { Result } from '@/core/result'

/**
 * `value` as it was when a form about it was sent, until the outcome is known. A newer value may already contain what
 * the form did, which would then be shown as still to come, or as another device's change. undefined: not read yet.
 */
export function useAsSent<Value>(value: Value, isSent: boolean): Value {
  const [before, setBefore] = useState(value)
  const isKept = isSent && before !== undefined
  if (!isKept && before !== value) setBefore(value)
  return isKept ? before : value
}

/** True if a write was sent and its outcome is unknown: the answer is under way, or was lost. */
export const isUnanswered = (sent: { isPending: boolean; data: Result<unknown> | undefined }): boolean =>
  sent.isPending || (sent.data?.success === false && sent.data.unknown === true)
