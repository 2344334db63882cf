import { useCallback, useEffect, useRef } from 'react'
import { useLocation, useNavigate, useSearchParams, type NavigateOptions, type To } from 'react-router-dom'
import { DELAYS } from '@/core/constants'

/** Query parameters by name; an empty one is left out of the address, an undefined one stays as it is. */
type Values = Readonly<Record<string, string | false | null | undefined>>

/** Writes `values` into `params`; all others stay. */
export function putParams(params: URLSearchParams, values: Values): URLSearchParams {
  for (const [name, value] of Object.entries(values)) {
    if (value) params.set(name, value)
    else if (value !== undefined) params.delete(name)
  }
  return params
}

/**
 * Returns a function that tells whether the address still names this screen. A press on a link changes the address at
 * once, but the screen only once the next one has loaded. What the old screen does by itself meanwhile must not take
 * the coach back.
 */
function useIsHere(): () => boolean {
  const { pathname } = useLocation()
  return useCallback(() => window.location.pathname === pathname, [pathname])
}

/**
 * `useSearchParams` for a screen that writes its address: nothing is written once the coach has left it. A change
 * builds on the address, which is ahead of the screen until the router has drawn it: a tap that comes before would undo
 * the last one.
 */
export function useOwnParams() {
  const [params, setParams] = useSearchParams()
  const isHere = useIsHere()
  const set = useCallback(
    (change: (now: URLSearchParams) => URLSearchParams, options?: NavigateOptions) => {
      if (isHere()) setParams(change(new URLSearchParams(window.location.search)), options)
    },
    [isHere, setParams],
  )
  return [params, set] as const
}

/** Replaces this screen after a wait or an answer, unless the coach has left it. A press itself uses `useNavigate`. */
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

/** [params, put] of what a screen keeps in its address for a reload, 'back' and a login. `put` replaces the entry. */
export function useAddress(): [params: URLSearchParams, put: (values: Values) => void] {
  const [params, setParams] = useOwnParams()
  const put = useCallback(
    (values: Values) => setParams((now) => putParams(now, values), { replace: true }),
    [setParams],
  )
  return [params, put]
}

/**
 * Returns a function that replaces this screen by another one shortly after a save. Its promise never settles: awaited
 * inside `useSingleFlight`, it blocks another press while the next screen loads. That press would save a second row,
 * because the cleared draft already has a new id. `state` goes to the next screen.
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
