import { useEffect, useSyncExternalStore } from 'react'
import {
  currentConnection,
  onConnectionBack,
  subscribeToConnection,
  type Connection,
} from '@/lib/network/connection'
import { ping } from '@/services/network/ping'

export type { Connection } from '@/lib/network/connection'

/** While the connection is gone and somebody looks, the backend is asked this often. */
const ASK_EVERY_MS = 15_000

/** Whether the backend answers, as the last request found it, and when it last did. */
export function useConnection(): Connection {
  return useSyncExternalStore(subscribeToConnection, currentConnection)
}

/** Asks now; answers whether the backend is there. */
export const checkConnection = (): Promise<boolean> => ping()

/**
 * Notices by itself that the connection is back: asks when the device says it has a network again, when the tab is
 * looked at again, and every quarter of a minute. Mounted once, by the shell.
 *
 * @param onBack runs when an answer came after a time without one; keep it stable.
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
