import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { Uuid } from '@/domain/shared/model'
import { openReadStore, type KeptRead } from '@/lib/storage/query-store'
import { FRESH_MS } from './query-client'
import { isKept, READS_SHAPE } from './query-keys'

/**
 * What the coach's screens read, kept on the device so that they open without network (platform.md, 'Offline'). Each
 * query is a record of its own, bound to its owner (`lib/storage/query-store.ts`).
 */

/** Answers that come together are written together. */
const GATHER_MS = 400
/** A screen does not wait longer for what is kept. */
const RESTORE_MS = 1_500

const store = openReadStore()
let usable: boolean | null = null
let keeping: AbortController | null = null

/** False when this browser lets nothing be kept; null while that is not known. */
export const canKeepReads = (): boolean | null => usable

/**
 * Puts what is kept of this owner into the cache, and keeps what is read from now on. Resolves when the cache has it,
 * in a moment in any case. Never rejects: where storage is forbidden, the app works as long as there is a network.
 */
export async function keepReads(client: QueryClient, owner: Uuid): Promise<void> {
  stopKeepingReads()
  const { signal } = (keeping = new AbortController())
  await Promise.race([
    restoreAndKeep(client, owner, signal),
    new Promise((resolve) => setTimeout(resolve, RESTORE_MS)),
  ])
}

async function restoreAndKeep(client: QueryClient, owner: Uuid, signal: AbortSignal) {
  try {
    const reads = await store.claim(owner, READS_SHAPE, Date.now())
    usable = true
    if (signal.aborted) return
    for (const read of reads) restore(client, owner, read)
    keepFromNowOn(client, owner, signal)
  } catch (error) {
    usable = false
    // An old browser has none, a private window may forbid it.
    if ('indexedDB' in globalThis) console.error(error)
  }
}

/** Stops keeping; what is kept stays, for the owner's next login. */
export function stopKeepingReads() {
  keeping?.abort()
  keeping = null
}

/** Removes everything that was read from this device. Never rejects. */
export async function forgetReads(): Promise<void> {
  stopKeepingReads()
  try {
    await store.wipe()
  } catch (error) {
    // Where storage is forbidden nothing is there.
    if ('indexedDB' in globalThis) console.error(error)
  }
}

/** Removes what is older than anybody's reads may be, also when nobody signs in to claim them. Never rejects. */
export async function forgetOldReads(): Promise<void> {
  try {
    await store.forgetOld(Date.now())
  } catch (error) {
    // Where storage is forbidden nothing is there.
    if ('indexedDB' in globalThis) console.error(error)
  }
}

/**
 * Takes whatever was read about a student out of the cache and off this device, after the server erased it; what is on
 * screen stays until it is read again, which is the caller's to ask for. Never rejects.
 */
export async function forgetReadsAbout(client: QueryClient, owner: Uuid, id: Uuid): Promise<void> {
  // What was read before and waits to be written must not come after this.
  stopKeepingReads()
  const { signal } = (keeping = new AbortController())
  await client.cancelQueries()
  const cache = client.getQueryCache()
  for (const query of cache.getAll()) {
    if (!query.isActive() && JSON.stringify(query.state.data ?? null).includes(id)) cache.remove(query)
  }
  try {
    await store.forget(id)
  } catch (error) {
    // Where storage is forbidden nothing is there.
    if ('indexedDB' in globalThis) console.error(error)
  }
  // Somebody may have signed out, or come, meanwhile.
  if (!signal.aborted) keepFromNowOn(client, owner, signal)
}

function restore(client: QueryClient, owner: Uuid, { key, data, readAt }: KeptRead) {
  if (!isKeptFor(owner, key)) return
  const there = client.getQueryState(key)
  if (there?.data !== undefined && there.dataUpdatedAt >= readAt) return
  client.setQueryData(key, data, { updatedAt: readAt })
  // However new it is, it is of an earlier visit: whoever reloads the page wants it read again.
  if (Date.now() - readAt < FRESH_MS) client.getQueryCache().find({ queryKey: key })?.invalidate()
}

function keepFromNowOn(client: QueryClient, owner: Uuid, signal: AbortSignal) {
  const cache = client.getQueryCache()
  const changed = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined

  const write = () => {
    clearTimeout(timer)
    timer = undefined
    const reads = [...changed].flatMap((hash): KeptRead[] => {
      const query = cache.get(hash)
      if (query?.state.data === undefined) return []
      const { queryKey: key, state } = query
      return [{ hash, key, data: state.data, readAt: state.dataUpdatedAt }]
    })
    changed.clear()
    if (reads.length === 0) return
    store.keep(owner, READS_SHAPE, reads).catch((error: unknown) => {
      usable = false
      console.error(error)
    })
  }

  const unsubscribe = cache.subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return
    const { queryHash, queryKey } = event.query
    if (!isKeptFor(owner, queryKey)) return
    changed.add(queryHash)
    timer ??= setTimeout(write, GATHER_MS)
  })
  // A phone may never come back to a page that it hides.
  document.addEventListener('visibilitychange', write, { signal })
  signal.addEventListener('abort', () => {
    unsubscribe()
    clearTimeout(timer)
  })
}

function isKeptFor(owner: Uuid, key: QueryKey): boolean {
  return key[0] === owner && isKept(key[1])
}
