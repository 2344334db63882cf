import { useCallback } from 'react'
import { useSearchParams } from 'react-router-dom'
import { CANCEL_DAY } from '@/domain/shared/paths'

/** Whether the dialog is open. In the address, so that links lead to it from here and the dashboard, and 'back' closes it. */
export function useCancelDayAddress(): { isOpen: boolean; link: string; close: () => void } {
  const [params, setParams] = useSearchParams()
  const opened = new URLSearchParams(params)
  opened.set(CANCEL_DAY, 'hoje')
  const close = useCallback(
    () =>
      setParams(
        (now) => {
          now.delete(CANCEL_DAY)
          return now
        },
        { replace: true },
      ),
    [setParams],
  )
  return { isOpen: params.get(CANCEL_DAY) === 'hoje', link: `?${opened.toString()}`, close }
}
