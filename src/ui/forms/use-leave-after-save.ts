import { useCallback, useEffect, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { DELAYS } from '@/core/constants'

/**
 * Returns a function that replaces this screen with another one shortly after a save. Its promise never settles:
 * awaited inside `useSingleFlight`, it blocks another press while the next screen loads. That press would save a second
 * row, because the cleared draft already has a new id. `state` is told to the next screen.
 */
export function useLeaveAfterSave(): (to: string, state?: object) => Promise<never> {
  const navigate = useNavigate()
  const timer = useRef<number | undefined>(undefined)
  useEffect(() => () => window.clearTimeout(timer.current), [])
  return useCallback(
    (to, state) =>
      new Promise<never>(() => {
        timer.current = window.setTimeout(() => void navigate(to, { replace: true, state }), DELAYS.afterSave)
      }),
    [navigate],
  )
}
