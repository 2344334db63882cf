import { useCallback, useEffect, useRef } from 'react'
import { useLocation, useNavigate, useSearchParams, type To } from 'react-router-dom'
import { DELAYS } from '@/core/constants'

/** Query parameters by name; an empty one is left out of the address. */
type Values = Readonly<Record<string, string | null>>

/** Writes `values` into `params` (and returns it); all other parameters stay untouched. */
export function putParams(params: URLSearchParams, values: Values): URLSearchParams {
  for (const [name, value] of Object.entries(values)) {
    if (value) params.set(name, value)
    else params.delete(name)
  }
  return params
}

/**
 * Returns a function that says whether the address still names the calling screen. A press on a link changes the
 * address at once, but the screen only after the next one has loaded. What the old screen does on its own in between
 * must not take the coach back.
 */
function useIsHere(): () => boolean {
  const { pathname } = useLocation()
  return useCallback(() => window.location.pathname === pathname, [pathname])
}

/**
 * `useSearchParams` for a screen that writes its own address: nothing is written once the coach has left the screen.
 */
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
 * Returns a function that replaces this screen by another one after a wait or an answer, unless the coach has left it.
 * For what a press does at once, use `useNavigate`.
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
 * Returns [params, put] for the state that a screen keeps in its address, so that a reload, 'back' or a new login
 * returns to it. `put` replaces the history entry.
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
 * Returns a function that replaces this screen by another one shortly after a save (`DELAYS.afterSave`). Its promise
 * never settles: awaited inside `useSingleFlight`, it blocks another press while the next screen loads. That press
 * would save a second row, because the cleared draft already has a new id. `state` is the router state of the next
 * screen.
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
