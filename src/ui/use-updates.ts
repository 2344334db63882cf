import { useEffect, useSyncExternalStore } from 'react'
import { DELAYS } from '@/core/constants'
import { startUpdates, subscribeToUpdates, updateState, type UpdateState } from '@/lib/updates/updates'

/** The state of the app's update, as the service worker reports it. */
export function useUpdateState(): UpdateState {
  return useSyncExternalStore(subscribeToUpdates, updateState, () => 'current')
}

/** Registers the service worker once `wanted` is true and the page has loaded: the first screen needs the bandwidth. */
export function useUpdateChecks(wanted: boolean) {
  useEffect(() => {
    if (!wanted) return
    const start = () => void startUpdates({ everyMs: DELAYS.updateCheck })
    if (document.readyState === 'complete') {
      start()
      return
    }
    window.addEventListener('load', start, { once: true })
    return () => window.removeEventListener('load', start)
  }, [wanted])
}
