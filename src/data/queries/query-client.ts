import { QueryCache, QueryClient } from '@tanstack/react-query'
import { toast, tellNews } from '@/lib/browser/toast'
import { currentConnection } from '@/lib/network/connection'
import { explained, ServiceError } from './service-error'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** The toast shown when this query fails while a screen shows it. */
      loadFailed?: { title: string; description: string }
    }
  }
}

/** Results younger than this are shared by the components of a screen without a new request. */
export const FRESH_MS = 5_000

/** Only a lost connection or a server error can succeed on a second try. */
function isWorthRetrying(error: Error): boolean {
  return !(error instanceof ServiceError) || error.code === 'network' || error.code === 'server'
}

export function makeQueryClient(): QueryClient {
  const asked = new WeakMap<object, { at: number; took: number }>()
  return new QueryClient({
    queryCache: new QueryCache({
      // An answer is as old as its question: what was written since may not be in it.
      onSuccess: (_, query) => {
        const question = asked.get(query)
        // One that is read page by page has a behaviour of its own.
        if (!question) return
        question.took = Date.now() - question.at
        query.setState({ dataUpdatedAt: question.at })
      },
      onError: (error, query) => {
        const words = query.meta?.loadFailed
        if (words === undefined) return
        tellNews(() => {
          // Prefetched, its screen was left, or it was read since: no toast.
          if (!query.isActive() || query.state.error !== error) return
          // The guard shows the login.
          if (error instanceof ServiceError && error.code === 'unauthenticated') return
          // The stale notice above the screen says so already.
          if (query.state.data !== undefined && !currentConnection().online) return
          toast({ ...explained(error, words), tone: 'error' })
        })
      },
    }),
    defaultOptions: {
      queries: {
        // docs/product.md, 'Limits'.
        retry: (failures, error) => failures < 1 && isWorthRetrying(error),
        refetchOnWindowFocus: false,
        // Since the answer: on a slow line every part of a screen would ask for itself.
        staleTime: (query) => FRESH_MS + (asked.get(query)?.took ?? 0),
        // Offline, a screen must open again an hour later; so data stays until the coach signs out.
        gcTime: Infinity,
        // `navigator.onLine` is unreliable: send the request and let it fail.
        networkMode: 'always',
        behavior: { onFetch: (_, query) => void asked.set(query, { at: Date.now(), took: 0 }) },
      },
      mutations: { networkMode: 'always' },
    },
  })
}

export const queryClient = makeQueryClient()
