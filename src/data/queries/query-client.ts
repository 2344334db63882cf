import { QueryCache, QueryClient } from '@tanstack/react-query'
import { toast, tellNews } from '@/lib/browser/toast'
import { currentConnection } from '@/lib/network/connection'
import { explained, ServiceError } from './owner-query'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** The toast shown when this query fails while a screen shows it. */
      loadFailed?: { title: string; description: string }
    }
  }
}

/** The components of a screen share results younger than this without a new request. */
export const FRESH_MS = 5_000

/** A retry can succeed only after a lost connection or a server error. */
const isWorthRetrying = (error: Error): boolean =>
  !(error instanceof ServiceError) || error.code === 'network' || error.code === 'server'

export function makeQueryClient(): QueryClient {
  const asked = new WeakMap<object, { at: number; took: number }>()
  return new QueryClient({
    queryCache: new QueryCache({
      // A result is as old as its request: what was written since may be missing from it.
      onSuccess: (_, query) => {
        const question = asked.get(query)
        // A paged query has a `behavior` of its own, without `onFetch`.
        if (!question) return
        question.took = Date.now() - question.at
        query.setState({ dataUpdatedAt: question.at })
      },
      onError: (error, query) => {
        const words = query.meta?.loadFailed
        if (words === undefined) return
        tellNews(() => {
          // No toast for a query that was only prefetched, whose screen was left, or that was read since.
          if (!query.isActive() || query.state.error !== error) return
          // The access guard shows the login.
          if (error instanceof ServiceError && error.code === 'unauthenticated') return
          // The stale notice, and a screen without data, already say so.
          if (!currentConnection().online) return
          toast({ ...explained(error, words), tone: 'error' })
        })
      },
    }),
    defaultOptions: {
      queries: {
        // docs/product.md, 'Limits'.
        retry: (failures, error) => failures < 1 && isWorthRetrying(error),
        refetchOnWindowFocus: false,
        // From the answer on: on a slow line, each part of a screen would send its own request.
        staleTime: (query) => FRESH_MS + (asked.get(query)?.took ?? 0),
        // A screen must still open offline an hour later, so data stays until the coach signs out.
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
