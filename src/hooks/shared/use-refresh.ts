import { useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'

/**
 * Reloads the data of a page that is opened with `refresh=true`, or whose tab becomes visible again (docs/product.md,
 * 'Refresh'). The flag is removed from the address, so that going back does not reload again.
 */
export function useRefresh(reload: () => Promise<unknown>) {
  const [params, setParams] = useSearchParams()
  const asked = params.get('refresh') === 'true'
  useEffect(() => {
    if (!asked) return
    let gone = false
    void reload().finally(() => {
      if (gone) return
      setParams(
        (now) => {
          now.delete('refresh')
          return now
        },
        { replace: true },
      )
    })
    return () => {
      gone = true
    }
  }, [asked, reload, setParams])
  useEffect(() => {
    const onVisible = () => {
      if (document.visibilityState === 'visible') void reload()
    }
    document.addEventListener('visibilitychange', onVisible)
    return () => document.removeEventListener('visibilitychange', onVisible)
  }, [reload])
}
