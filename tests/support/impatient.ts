import type { QueryClient } from '@tanstack/react-query'
import { retrySettings } from '@/data/retry'

/** Removes the pauses before retries: each failing read or write would take a second otherwise. */
export function impatient(client: QueryClient): QueryClient {
  retrySettings.wait = () => Promise.resolve()
  client.setDefaultOptions({ queries: { ...client.getDefaultOptions().queries, retryDelay: 0 } })
  return client
}
