import { useCallback } from 'react'
import { useSearchParams } from 'react-router-dom'

/** Parameters of an address by name; an empty one is left out. */
type Values = Readonly<Record<string, string | null>>

/** Writes `values` into `params`; all others stay untouched. */
export function putParams(params: URLSearchParams, values: Values): URLSearchParams {
  for (const [name, value] of Object.entries(values)) {
    if (value) params.set(name, value)
    else params.delete(name)
  }
  return params
}

/**
 * [params, put]: what a screen keeps in the address, so that a reload, 'back' and a new login return to it. `put` replaces the
 * history entry.
 */
export function useAddress(): [params: URLSearchParams, put: (values: Values) => void] {
  const [params, setParams] = useSearchParams()
  const put = useCallback(
    (values: Values) => setParams((now) => putParams(now, values), { replace: true }),
    [setParams],
  )
  return [params, put]
}
