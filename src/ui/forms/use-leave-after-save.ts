import { useCallback, useEffect, useRef } from 'react'
import { DELAYS } from '@/core/constants'
import { useReplace } from '../use-address'

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
