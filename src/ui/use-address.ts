import { useCallback, useEffect, useRef } from 'react'
import { useLocation, useNavigate, useSearchParams, type To } from 'react-router-dom'
import { DELAYS } from '@/core/constants'

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
 * Whether the screen that asks is still the one that the address names. A press on a link changes the address at once,
 * and the screen once the next one is loaded. What the old screen does meanwhile by itself must not take the coach
 * back.
 */
function useIsHere(): () => boolean {
  const { pathname } = useLocation()
  return useCallback(() => window.location.pathname === pathname, [pathname])
}

/** `useSearchParams` of a screen that writes its address: nothing is written once the coach has left it. */
export function useOwnParams(): ReturnType<typeof useSearchParams> {
  const [params, setParams] = useSearchParams()
  const isHere = useIsHere()
  const set = useCallback<typeof setParams>(
    (...change) => {
      if (isHere()) setParams(...change)
    },
    [isHere, setParams],
  )
  return [params, set]
}

/**
 * Replaces this screen by another one after a wait or an answer, unless the coach has left it. What a press does at
 * once takes `useNavigate`.
 */
export function useReplace(): (to: To, state?: object) => void {
  const navigate = useNavigate()
  const isHere = useIsHere()
  return useCallback(
    (to, state) => {
      if (isHere()) void navigate(to, { replace: true, state })
    },
    [isHere, navigate],
  )
}

/**
 * [params, put]: what a screen keeps in the address, so that a reload, 'back' and a new login return to it. `put`
 * replaces the history entry.
 */
export function useAddress(): [params: URLSearchParams, put: (values: Values) => void] {
  const [params, setParams] = useOwnParams()
  const put = useCallback(
    (values: Values) => setParams((now) => putParams(now, values), { replace: true }),
    [setParams],
  )
  return [params, put]
}

/**
 * Returns a function that replaces this screen with another one shortly after a save. Its promise never settles:
 * awaited inside `useSingleFlight`, it blocks another press while the next screen loads. That press would save a second
 * row, because the cleared draft already has a new id. `state` is told to the next screen.
 */
export function useLeaveAfterSave(): (to: string, state?: object) => Promise<never> {
  const replace = useReplace()
  const timer = useRef<number | undefined>(undefined)
  useEffect(() => () => window.clearTimeout(timer.current), [])
  return useCallback(
    (to, state) =>
      new Promise<never>(() => {
        timer.current = window.setTimeout(() => replace(to, state), DELAYS.afterSave)
      }),
    [replace],
  )
}
