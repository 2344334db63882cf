import { useQueryClient, type Query, type QueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { isKept } from '@/queries/query-keys'
import { checkConnection } from './use-connection'

/** What is on the screen now, taken together. */
export interface AsOf {
  /** When the oldest of it was last true, in milliseconds; null when there is nothing. */
  readAt: number | null
  /** Some of it is being read again. */
  reading: boolean
  /** Some of it could not be read again. */
  failed: boolean
}

/** Since when the screen's data is true, and whether newer data is on its way. */
export function useAsOf(): AsOf {
  const client = useQueryClient()
  const subscribe = useCallback(
    (listener: () => void) => client.getQueryCache().subscribe(listener),
    [client],
  )
  // A text: the same as before means nothing to draw.
  const text = useSyncExternalStore(subscribe, () => JSON.stringify(lookAt(client)))
  return JSON.parse(text) satisfies AsOf
}

function lookAt(client: QueryClient): AsOf {
  const shown = client.getQueryCache().findAll({ type: 'active' }).filter(isShown)
  const read = shown.filter(({ state }) => state.data !== undefined)
  return {
    readAt: read.length > 0 ? Math.min(...read.map(({ state }) => state.dataUpdatedAt)) : null,
    reading: shown.some(({ state }) => state.fetchStatus === 'fetching'),
    failed: read.some(({ state }) => state.status === 'error'),
  }
}

const isShown = ({ queryKey }: Query): boolean => isKept(queryKey[1])

/** Reads everything on the screen again, when there is a connection. */
export function useReadAgain(): () => Promise<void> {
  const client = useQueryClient()
  return useCallback(async () => {
    if (await checkConnection()) await client.refetchQueries({ type: 'active' })
  }, [client])
}
