import { useEffect, useSyncExternalStore } from 'react'
import { ping } from '@/data/supabase'
import {
  currentConnection,
  onConnectionBack,
  subscribeToConnection,
  type Connection,
} from '@/lib/network/connection'

/** Interval of pings while the backend is unreachable and the tab is visible. */
const ASK_EVERY_MS = 15_000

/** Whether the backend answered the last request, and when it last answered. */
export const useConnection = (): Connection => useSyncExternalStore(subscribeToConnection, currentConnection)

/** Pings the backend now; resolves with whether it answered. */
export const checkConnection = (): Promise<boolean> => ping()

/**
 * While the backend is unreachable, pings it when the browser reports a network, when the tab becomes visible, and
 * every 15 seconds. Mounted once, by the shell.
 *
 * @param onBack runs when an answer arrives after a time without answers; must be stable.
 */
export function useReconnection(onBack: () => void) {
  const { online } = useConnection()
  useEffect(() => {
    if (online) return
    const ask = () => {
      if (document.visibilityState === 'visible') void ping()
    }
    const timer = setInterval(ask, ASK_EVERY_MS)
    window.addEventListener('online', ask)
    document.addEventListener('visibilitychange', ask)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', ask)
      document.removeEventListener('visibilitychange', ask)
    }
  }, [online])
  useEffect(() => onConnectionBack(onBack), [onBack])
}
