import { useCallback } from 'react'
import { useSearchParams } from 'react-router-dom'
import { CANCEL_DAY } from '@/domain/shared/paths'

/** Whether the dialog is open. In the address, so that the dashboard leads to it, and 'back' closes it. */
export function useCancelDayAddress(): { isOpen: boolean; open: () => void; close: () => void } {
  const [params, setParams] = useSearchParams()
  const open = useCallback(
    () =>
      setParams((now) => {
        now.set(CANCEL_DAY, 'hoje')
        return now
      }),
    [setParams],
  )
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
  return { isOpen: params.get(CANCEL_DAY) === 'hoje', open, close }
}
