import { useCallback, useEffect, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { DELAYS } from '@/domain/shared/constants'

/**
 * Goes on to another screen a moment after something was saved, in place of this one in the history (spec §9). The
 * promise never ends: awaited inside `useSingleFlight`, it keeps another press from saving again, also while the next
 * screen is still being fetched and this one stands there, with its draft cleared and a new id at hand.
 */
export function useLeaveAfterSave(): (to: string) => Promise<never> {
  const navigate = useNavigate()
  const timer = useRef<number | undefined>(undefined)
  useEffect(() => () => window.clearTimeout(timer.current), [])
  return useCallback(
    (to) =>
      new Promise<never>(() => {
        timer.current = window.setTimeout(() => void navigate(to, { replace: true }), DELAYS.afterSave)
      }),
    [navigate],
  )
}
