import { useCallback, useEffect, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { DELAYS } from '@/domain/constants'

/**
 * Goes on to another screen a moment after something was saved, in place of this one in the history (spec §9). The
 * promise lasts until then: awaited inside `useSingleFlight`, it keeps a second press from saving another one.
 */
export function useLeaveAfterSave(): (to: string) => Promise<void> {
  const navigate = useNavigate()
  const timer = useRef<number | undefined>(undefined)
  useEffect(() => () => window.clearTimeout(timer.current), [])
  return useCallback(
    (to) =>
      new Promise((resolve) => {
        timer.current = window.setTimeout(() => {
          void navigate(to, { replace: true })
          resolve()
        }, DELAYS.afterSave)
      }),
    [navigate],
  )
}
