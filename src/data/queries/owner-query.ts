import { queryOptions, skipToken } from '@tanstack/react-query'
import type { Uuid } from '@/core/model'
import type { Result } from '@/core/result'
import { unwrap } from './service-error'

/** What a change makes stale is named by subject (`effects.ts`). */
export type Subject =
  | 'students'
  | 'summaries'
  | 'packages'
  | 'sessions'
  | 'facts'
  | 'alerts'
  | 'clubs'
  | 'profile'
  | 'dashboard'
  | 'finance'
  | 'agenda'
  | 'agreement'
  | 'statements'
  | 'notices'
  | 'messages'

/** Subject and parameters. Every key of the cache is the owner and one of these. */
type Key = readonly [Subject, ...unknown[]]

/**
 * Version of the persisted results. Raise it when a result changes its shape, so that devices drop what an older
 * release persisted instead of misreading it.
 */
export const QUERY_CACHE_VERSION = '1'

/** Credit facts decide what a session takes: they are always fetched, never restored from the device. */
export function isPersisted(subject: unknown): boolean {
  return subject !== 'facts'
}

/** The owner comes first, so that no coach ever sees another coach's data on the same device. */
export const ownerKey = (owner: Uuid | null, key: Key) => [owner ?? '', ...key] as const

/**
 * A query of the coach's data. Without a coach, or with `read` null, nothing is asked.
 *
 * @param loadFailed the toast when it fails; absent: the screen says so itself.
 */
export const ownerQuery = <Data>(
  owner: Uuid | null,
  key: Key,
  read: (() => Promise<Result<Data>>) | null,
  loadFailed?: { title: string; description: string },
) =>
  queryOptions({
    queryKey: ownerKey(owner, key),
    queryFn: owner === null || read === null ? skipToken : () => unwrap(read()),
    ...(loadFailed && { meta: { loadFailed } }),
  })

/**
 * As `ownerQuery`, of a list that is read page by page.
 *
 * @param next where the page after this one begins; null after the last.
 */
export const ownerPages = <Page, Start>(
  owner: Uuid | null,
  key: Key,
  read: (start: Start | null) => Promise<Result<Page>>,
  next: (page: Page) => Start | null,
  loadFailed: { title: string; description: string },
) => ({
  queryKey: ownerKey(owner, key),
  queryFn: ({ pageParam }: { pageParam: Start | null }) => unwrap(read(pageParam)),
  enabled: owner !== null,
  initialPageParam: null as Start | null,
  getNextPageParam: next,
  meta: { loadFailed },
})
