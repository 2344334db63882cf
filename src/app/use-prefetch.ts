import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useOwner } from '@/account/use-auth'
import { currentConnection } from '@/lib/network/connection'
import { prefetchSettings } from '@/lib/settings/prefetch'
import type { PrefetchScope } from './prefetch'

/**
 * Prefetches what a coach needs without signal (`prefetch.ts`), whichever screens are opened: everything shortly after
 * the shell mounts and when the tab becomes visible, but only what a court needs after a change. The rest is then read
 * when its screen opens.
 */
export function usePrefetch() {
  const client = useQueryClient()
  const owner = useOwner()
  useEffect(() => {
    if (owner === null) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let scope: PrefetchScope = 'court'
    const run = async () => {
      if (!currentConnection().online) return
      try {
        const { prefetchForOffline } = await import('./prefetch')
        const wanted = scope
        scope = 'court'
        await prefetchForOffline(client, owner, wanted)
      } catch (error) {
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
    const all = () => {
      scope = 'all'
      soon()
    }
    document.addEventListener('visibilitychange', all)
    all()
    return () => {
      clearTimeout(timer)
      unsubscribe()
      document.removeEventListener('visibilitychange', all)
    }
  }, [client, owner])
}
