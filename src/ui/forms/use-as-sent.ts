import { useState } from 'react'

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
