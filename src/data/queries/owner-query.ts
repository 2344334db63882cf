import { queryOptions, skipToken } from '@tanstack/react-query'
import { TRY_AGAIN } from '@/core/common-texts'
import type { Uuid } from '@/core/model'
import { type Result, whyFailed, type Failure, type FailureCode } from '@/core/result'

/** A failed `Result` as an error: React Query retries and reports only what is thrown. `message` can be shown. */
export class ServiceError extends Error {
  readonly code: FailureCode

  constructor(failure: Failure) {
    super(failure.message)
    this.name = 'ServiceError'
    this.code = failure.code
  }
}

/** The text for data that could not be loaded, with the reason if known. */
export function explained(
  error: Error | null,
  words: { title: string; description: string },
): { title: string; description: string } {
  if (!(error instanceof ServiceError)) return words
  return { ...words, description: whyFailed(error, words.description) }
}

/** What `failedRead` needs of a query. */
export type Read = { error: Error | null; isFetching: boolean; refetch: () => unknown }

/** The props of `ErrorState` for queries of which one failed, with the reason if known. */
export function failedRead(
  { title, description = TRY_AGAIN }: { title: string; description?: string },
  ...queries: readonly Read[]
) {
  const error = queries.find((query) => query.error)?.error ?? null
  return {
    ...explained(error, { title, description }),
    retrying: queries.some(({ isFetching }) => isFetching),
    onRetry: () => queries.forEach(({ refetch }) => void refetch()),
  }
}

/** The data of a `Result`; rejects with its failure as a `ServiceError`. */
async function unwrap<T>(call: Promise<Result<T>>): Promise<T> {
  const result = await call
  if (result.success) return result.data
  throw new ServiceError(result)
}

/** The subjects by which `effects.ts` names what a change makes stale. */
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

/** Subject and parameters. Every query key is the owner followed by one of these. */
type Key = readonly [Subject, ...unknown[]]

/**
 * Version of the persisted results. Raise it when a result changes its shape: devices then drop what an older release
 * persisted instead of misreading it.
 */
export const QUERY_CACHE_VERSION = '1'

/** Credit facts decide which package a lesson takes: they are always fetched, never restored from the device. */
export const isPersisted = (subject: unknown): boolean => subject !== 'facts'

/** The query key. The owner comes first, so that no coach sees another coach's data on the same device. */
export const ownerKey = (owner: Uuid | null, key: Key) => [owner ?? '', ...key] as const

/**
 * A query of the coach's data. Without an owner, or with `read` null, nothing is sent.
 *
 * @param loadFailed the toast when it fails; absent: the screen shows the failure itself.
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
 * Like `ownerQuery`, for a list that is read page by page.
 *
 * @param next where the following page begins; null after the last page.
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
