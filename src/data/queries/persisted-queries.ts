import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { Uuid } from '@/core/model'
import { currentConnection } from '@/lib/network/connection'
import { openQueryStore, type PersistedQuery } from '@/lib/storage/query-store'
import { withTimeout } from '../retry'
import { isPersisted, QUERY_CACHE_VERSION } from './owner-query'
import { FRESH_MS } from './query-client'

/**
 * Persists the queries of the coach's screens on the device, so that the screens open without a network. Each query is
 * a record of its own, bound to its owner (`lib/storage/query-store.ts`, docs/decisions/0014-persisted-queries.md).
 */

/** Results that arrive within this time are written in one transaction. */
const BATCH_MS = 400
/** The first screen waits no longer than this for the restore. */
const RESTORE_TIMEOUT_MS = 1_500
/** Nobody waits longer than this for a removal, because IndexedDB can hang. */
const REMOVAL_TIMEOUT_MS = 2_000

const store = openQueryStore()
let usable: boolean | null = null
let persisting: AbortController | null = null

/** False if this browser forbids storage; null: not known yet. */
export const canPersist = (): boolean | null => usable

/**
 * Restores this owner's persisted queries into the cache, and persists every result from now on. Resolves when the
 * cache is filled, or after `RESTORE_TIMEOUT_MS`. Never rejects: where storage is forbidden, the app works as long as
 * it has a network.
 */
export async function persistQueries(client: QueryClient, owner: Uuid): Promise<void> {
  stopPersisting()
  const { signal } = (persisting = new AbortController())
  await withTimeout(RESTORE_TIMEOUT_MS, restoreAndPersist(client, owner, signal), undefined)
}

async function restoreAndPersist(client: QueryClient, owner: Uuid, signal: AbortSignal) {
  try {
    const reads = await store.claim(owner, QUERY_CACHE_VERSION, Date.now())
    usable = true
    if (signal.aborted) return
    for (const read of reads) restore(client, owner, read)
    persistChanges(client, owner, signal)
  } catch (error) {
    usable = false
    report(error)
  }
}

/** Stops persisting. The stored queries stay for the owner's next login. */
export function stopPersisting() {
  persisting?.abort()
  persisting = null
}

/** Removes all persisted queries from this device. Never rejects. */
export async function clearPersistedQueries(): Promise<void> {
  stopPersisting()
  await removed(store.clear())
}

/** Removes what may have caused a crash, unless it could not be read again now. */
export async function forgetReads(): Promise<void> {
  if (currentConnection().online) await clearPersistedQueries()
}

/** Removes expired queries, even if nobody signs in and claims the store. Never rejects. */
export const removeExpiredQueries = (): Promise<void> => removed(store.removeExpired(Date.now()))

/** Where storage is forbidden there is nothing to remove. */
const removed = (removal: Promise<void>): Promise<void> =>
  withTimeout(REMOVAL_TIMEOUT_MS, removal.catch(report), undefined)

/** An old browser has no IndexedDB; a private window may forbid it. */
function report(error: unknown): void {
  if ('indexedDB' in globalThis) console.error(error)
}

/**
 * Removes the queries about an erased student from the cache and from this device. Queries on screen stay until the
 * caller invalidates them. Never rejects.
 */
export async function removeQueriesAbout(client: QueryClient, owner: Uuid, id: Uuid): Promise<void> {
  // A pending write must not store the removed results again.
  stopPersisting()
  const { signal } = (persisting = new AbortController())
  await client.cancelQueries()
  const cache = client.getQueryCache()
  for (const query of cache.getAll()) {
    const text = query.queryHash + JSON.stringify(query.state.data ?? null)
    if (!query.isActive() && text.includes(id)) cache.remove(query)
  }
  await removed(store.removeContaining(id))
  // Somebody may have signed out or in meanwhile.
  if (!signal.aborted) persistChanges(client, owner, signal)
}

function restore(client: QueryClient, owner: Uuid, { key, data, readAt }: PersistedQuery) {
  if (!isPersistedFor(owner, key)) return
  const there = client.getQueryState(key)
  // A clock that was ahead then makes what is kept look newer than what was read now.
  if (there?.data !== undefined && (there.dataUpdatedAt >= readAt || readAt > Date.now())) return
  client.setQueryData(key, data, { updatedAt: readAt })
  // Even a fresh result comes from an earlier visit: after a reload it must be fetched again.
  if (Date.now() - readAt < FRESH_MS) client.getQueryCache().find({ queryKey: key })?.invalidate()
}

function persistChanges(client: QueryClient, owner: Uuid, signal: AbortSignal) {
  const cache = client.getQueryCache()
  const changed = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined

  const write = () => {
    clearTimeout(timer)
    timer = undefined
    const reads = [...changed].flatMap((hash): PersistedQuery[] => {
      const query = cache.get(hash)
      if (query?.state.data === undefined) return []
      const { queryKey: key, state } = query
      return [{ hash, key, data: state.data, readAt: state.dataUpdatedAt }]
    })
    changed.clear()
    if (reads.length === 0) return
    store.write(owner, QUERY_CACHE_VERSION, reads).catch((error: unknown) => {
      usable = false
      console.error(error)
    })
  }

  const unsubscribe = cache.subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return
    const { queryHash, queryKey } = event.query
    if (!isPersistedFor(owner, queryKey)) return
    changed.add(queryHash)
    timer ??= setTimeout(write, BATCH_MS)
  })
  // A phone may kill a hidden page without another event.
  document.addEventListener('visibilitychange', write, { signal })
  signal.addEventListener('abort', () => {
    unsubscribe()
    clearTimeout(timer)
  })
}

const isPersistedFor = (owner: Uuid, key: QueryKey): boolean => key[0] === owner && isPersisted(key[1])
