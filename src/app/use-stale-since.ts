import { useQueryClient, type Query, type QueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { isPersisted } from '@/data/queries/owner-query'
import { checkConnection } from '@/ui/use-connection'

/** The queries on the screen, taken together. `readAt`: when the oldest was answered (ms), null if none. */
export interface ScreenAge {
  readAt: number | null
  reading: boolean
  failed: boolean
}

/** How old the data on the screen is, and whether newer data is on its way. */
export function useStaleSince(): ScreenAge {
  const client = useQueryClient()
  const subscribe = useCallback(
    (listener: () => void) => client.getQueryCache().subscribe(listener),
    [client],
  )
  // A string compares by value, so an unchanged state does not render.
  const text = useSyncExternalStore(subscribe, () => JSON.stringify(screenAge(client)))
  return JSON.parse(text) satisfies ScreenAge
}

function screenAge(client: QueryClient): ScreenAge {
  const shown = client.getQueryCache().findAll({ type: 'active' }).filter(isShown)
  const read = shown.filter(({ state }) => state.data !== undefined)
  return {
    readAt: read.length > 0 ? Math.min(...read.map(({ state }) => state.dataUpdatedAt)) : null,
    reading: shown.some(({ state }) => state.fetchStatus === 'fetching'),
    failed: read.some(({ state }) => state.status === 'error'),
  }
}

const isShown = ({ queryKey }: Query): boolean => isPersisted(queryKey[1])

/** Refetches everything on the screen, if there is a connection. */
export function useRefetch(): () => Promise<void> {
  const client = useQueryClient()
  return useCallback(async () => {
    if (await checkConnection()) await client.refetchQueries({ type: 'active' })
  }, [client])
}
