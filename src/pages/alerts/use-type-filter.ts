import { useCallback } from 'react'
import { useSearchParams } from 'react-router-dom'
import { ALERT_TYPES, type AlertType } from '@/domain/shared/model'

const NAME = 'tipo'

/** The alert type to show, kept in the address; null for all, also if the address names an unknown type. */
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
