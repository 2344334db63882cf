import { useCallback } from 'react'
import { useSearchParams } from 'react-router-dom'
import { ALERT_TYPES, type AlertType } from '@/domain/shared/model'

const NAME = 'tipo'

/** The type of alerts to show, kept in the address; null for all. What the address does not know is no filter. */
export function useTypeFilter() {
  const [params, setParams] = useSearchParams()
  const asked = params.get(NAME)
  const setType = useCallback(
    (type: AlertType | null) =>
      setParams(
        (now) => {
          if (type) now.set(NAME, type)
          else now.delete(NAME)
          return now
        },
        { replace: true },
      ),
    [setParams],
  )
  return { type: ALERT_TYPES.find((type) => type === asked) ?? null, setType }
}
