import type { QueryClient } from '@tanstack/react-query'
import { retrySettings } from '@/data/retry'

/** What failed is tried again at once: each read that fails would take a second, and each write too. */
export function impatient(client: QueryClient): QueryClient {
  retrySettings.wait = () => Promise.resolve()
  client.setDefaultOptions({ queries: { ...client.getDefaultOptions().queries, retryDelay: 0 } })
  return client
}
