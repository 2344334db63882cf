import { QueryCache, QueryClient } from '@tanstack/react-query'
import { currentConnection } from '@/lib/network/connection'
import { toast } from '@/lib/browser/toast'
import { explained, ServiceError } from './service-error'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** The toast of a screen that shows this query and could not load it. */
      loadFailed?: { title: string; description: string }
    }
  }
}

/** What was read so recently is not read again by the next component that needs it. */
export const FRESH_MS = 5_000

/** Asking again answers the same; only a dead network or a stumbling server is worth the one retry. */
function isWorthRetrying(error: Error): boolean {
  return !(error instanceof ServiceError) || error.code === 'network' || error.code === 'server'
}

export function makeQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        const words = query.meta?.loadFailed
        // Prefetched, or its screen was left: nobody waits for it.
        if (words === undefined || !query.isActive()) return
        // The guard asks for the login again.
        if (error instanceof ServiceError && error.code === 'unauthenticated') return
        // The notice above the screen says so already, and since when the data is true.
        if (query.state.data !== undefined && !currentConnection().online) return
        toast({ ...explained(error, words), tone: 'error' })
      },
    }),
    defaultOptions: {
      queries: {
        // docs/product.md, 'Limits'.
        retry: (failures, error) => failures < 1 && isWorthRetrying(error),
        refetchOnWindowFocus: false,
        // One screen's components ask once; what this device changes is invalidated by `effects.ts`.
        staleTime: FRESH_MS,
        // What was read stays until the coach leaves: without network a screen can be opened again an hour later.
        gcTime: Infinity,
        // The browser's word that it is offline is not to be trusted: ask, and let the request fail.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  })
}

/** The app's one cache. */
export const queryClient = makeQueryClient()
