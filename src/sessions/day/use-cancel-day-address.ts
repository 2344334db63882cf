import { useCallback } from 'react'
import { CANCEL_DAY } from '@/core/paths'
import { putParams, useAddress } from '@/ui/use-address'

/** Whether the dialog is open. In the address, so that links lead to it from here and the dashboard, and 'back' closes it. */
export function useCancelDayAddress(): { isOpen: boolean; link: string; close: () => void } {
  const [params, put] = useAddress()
  const opened = putParams(new URLSearchParams(params), { [CANCEL_DAY]: 'hoje' })
  const close = useCallback(() => put({ [CANCEL_DAY]: null }), [put])
  return { isOpen: params.get(CANCEL_DAY) === 'hoje', link: `?${opened.toString()}`, close }
}
