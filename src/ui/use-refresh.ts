import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { invalidateAll } from '@/data/queries/effects'
import { useAddress } from './use-address'
import { useToday } from './use-now'

/**
 * Reloads the data of a screen that is opened with `refresh=true`, whose tab becomes visible again, or that is left
 * open past midnight (docs/product.md, 'Refresh'). The flag is removed from the address, so that going back does not
 * reload again.
 */
export function useRefresh(reload: () => Promise<unknown>) {
  const [params, put] = useAddress()
  const asked = params.get('refresh') === 'true'
  useEffect(() => {
    if (!asked) return
    let gone = false
    void reload().finally(() => {
      if (!gone) put({ refresh: null })
    })
    return () => {
      gone = true
    }
  }, [asked, reload, put])
  useEffect(() => {
    const onVisible = () => {
      if (document.visibilityState === 'visible') void reload()
    }
    document.addEventListener('visibilitychange', onVisible)
    return () => document.removeEventListener('visibilitychange', onVisible)
  }, [reload])
  const today = useToday()
  const shown = useRef(today)
  useEffect(() => {
    if (shown.current === today) return
    shown.current = today
    void reload()
  }, [today, reload])
}

/** The same of all that the coach has. */
export function useRefreshAll() {
  const client = useQueryClient()
  useRefresh(useCallback(() => invalidateAll(client), [client]))
}
