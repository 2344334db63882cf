import { useCallback } from 'react'
import { ALERT_TYPES, type AlertType } from '@/core/model'
import { useAddress } from '@/ui/use-address'

const TYPE = 'tipo'
const UNTOLD = 'nao-avisados'

/** Which alerts to show, kept in the address: of a type (null for all, also if it is unknown), and only those untold. */
export function useAlertFilter() {
  const [params, put] = useAddress()
  const asked = params.get(TYPE)
  return {
    type: ALERT_TYPES.find((type) => type === asked) ?? null,
    setType: useCallback((type: AlertType | null) => put({ [TYPE]: type }), [put]),
    untold: params.has(UNTOLD),
    setUntold: useCallback((untold: boolean) => put({ [UNTOLD]: untold ? 'true' : null }), [put]),
  }
}
