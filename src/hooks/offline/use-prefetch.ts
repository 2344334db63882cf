import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { currentConnection } from '@/lib/network/connection'
import { prefetchSettings } from '@/lib/settings/prefetch'
import { useOwner } from '@/hooks/account/use-auth'

/**
 * Reads ahead what a coach needs on a court without signal, whatever screens are opened: a moment after the shell
 * opened, when the tab is looked at again, and after something changed. What it reads is in `offline-pack.ts`.
 */
export function usePrefetch() {
  const client = useQueryClient()
  const owner = useOwner()
  useEffect(() => {
    if (owner === null) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const run = async () => {
      if (!currentConnection().online) return
      try {
        const { prefetchForOffline } = await import('./prefetch')
        await prefetchForOffline(client, owner)
      } catch (error) {
        // The next occasion does it.
        console.warn(error)
      }
    }
    const soon = () => {
      if (document.visibilityState !== 'visible') return
      clearTimeout(timer)
      timer = setTimeout(() => void run(), prefetchSettings.afterMs)
    }
    const unsubscribe = client.getQueryCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'invalidate') soon()
    })
    document.addEventListener('visibilitychange', soon)
    soon()
    return () => {
      clearTimeout(timer)
      unsubscribe()
      document.removeEventListener('visibilitychange', soon)
    }
  }, [client, owner])
}
