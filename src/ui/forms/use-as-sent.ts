import { useState } from 'react'

/**
 * `value` as it was when a form about it was sent, until its outcome is known: what is read meanwhile may be what the
 * form itself did, and would be told as if it were still to come, or by another device.
 */
export function useAsSent<Value>(value: Value, isSent: boolean): Value {
  const [before, setBefore] = useState(value)
  if (!isSent && before !== value) setBefore(value)
  return isSent ? before : value
}
