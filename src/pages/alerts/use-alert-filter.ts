import { useCallback } from 'react'
import { useSearchParams } from 'react-router-dom'
import { ALERT_TYPES, type AlertType } from '@/domain/shared/model'

const TYPE = 'tipo'
const UNTOLD = 'nao-avisados'

/** Which alerts to show, kept in the address: of a type (null for all, also if it is unknown), and only those untold. */
export function useAlertFilter() {
  const [params, setParams] = useSearchParams()
  const set = useCallback(
    (name: string, value: string | null) =>
      setParams(
        (now) => {
          if (value) now.set(name, value)
          else now.delete(name)
          return now
        },
        { replace: true },
      ),
    [setParams],
  )
  const asked = params.get(TYPE)
  return {
    type: ALERT_TYPES.find((type) => type === asked) ?? null,
    setType: useCallback((type: AlertType | null) => set(TYPE, type), [set]),
    untold: params.has(UNTOLD),
    setUntold: useCallback((untold: boolean) => set(UNTOLD, untold ? 'true' : null), [set]),
  }
}
