import { openDB, type DBSchema, type IDBPDatabase } from 'idb'

/**
 * Query results persisted on this device for use without network. IndexedDB has one record per query, so that two tabs
 * do not overwrite each other. The store belongs to one owner at a time, and every write checks the owner in its own
 * transaction, so a tab that has not yet heard of a sign-out cannot bring data back.
 */
export type PersistedQuery = { hash: string; key: readonly unknown[]; data: unknown; readAt: number }

interface Row {
  hash: string
  key: readonly unknown[]
  /** The data as text, so that its size is known. */
  json: string
  readAt: number
}

interface Schema extends DBSchema {
  reads: { key: string; value: Row }
  /** Single row 'of': owner and cache version of everything in `reads`. */
  meta: { key: string; value: string }
}

const DATABASE = 'voleio-reads'
const OF = 'of'
const MAX_AGE_MS = 30 * 24 * 60 * 60 * 1000
/** The size of all records in characters, which are about bytes. Beyond it the oldest records are removed. */
const MAX_SIZE = 8_000_000
const MAX_ONE = 3_000_000
/** The total size is checked each time this many characters were written. */
const PRUNE_EVERY = 2_000_000

/** Every call rejects if storage is forbidden. If storage is full, `write` removes the older half and tries again. */
export function openQueryStore() {
  let written = 0
  const open = reopeningDatabase<Schema>(DATABASE, (db) => {
    db.createObjectStore('reads', { keyPath: 'hash' })
    db.createObjectStore('meta')
  })
  const begin = async () => (await open()).transaction(['reads', 'meta'], 'readwrite')

  const prune = async (maxSize: number) => {
    const tx = await begin()
    const reads = tx.objectStore('reads')
    const rows = (await reads.getAll()).toSorted((a, b) => b.readAt - a.readAt)
    let size = 0
    for (const row of rows) {
      size += row.json.length
      if (size > maxSize) await reads.delete(row.hash)
    }
    await tx.done
    written = 0
    return size
  }

  const removeWhere = async (isGone: (row: Row) => boolean) => {
    const tx = await begin()
    const reads = tx.objectStore('reads')
    for (const row of await reads.getAll()) if (isGone(row)) await reads.delete(row.hash)
    await tx.done
  }

  const put = async (of: string, rows: readonly Row[]) => {
    const tx = await begin()
    const reads = tx.objectStore('reads')
    if ((await tx.objectStore('meta').get(OF)) === of) {
      for (const row of rows) {
        const there = await reads.get(row.hash)
        // This device's clock was ahead when the record was written.
        const isWrong = there !== undefined && there.readAt > Date.now()
        if (there === undefined || isWrong || there.readAt <= row.readAt) await reads.put(row)
      }
    }
    await tx.done
  }

  return {
    /**
     * Gives the store to this owner and cache version. Removes expired records and those of other owners and versions,
     * and answers the rest.
     */
    claim: async (owner: string, version: string, now: number): Promise<PersistedQuery[]> => {
      const tx = await begin()
      const reads = tx.objectStore('reads')
      const meta = tx.objectStore('meta')
      const of = nameOf(owner, version)
      if ((await meta.get(OF)) !== of) {
        await reads.clear()
        await meta.put(of, OF)
      }
      const rows = await reads.getAll()
      const fresh = rows.filter(({ readAt }) => now - readAt <= MAX_AGE_MS)
      for (const { hash, readAt } of rows) {
        if (now - readAt > MAX_AGE_MS) await reads.delete(hash)
      }
      await tx.done
      return fresh.flatMap(fromRow)
    },

    /**
     * Skips records that the store already has in a newer state, and everything once the store belongs to another owner
     * or version.
     */
    write: async (owner: string, version: string, kept: readonly PersistedQuery[]) => {
      const rows = kept.map(toRow).filter(({ json }) => json.length <= MAX_ONE)
      const of = nameOf(owner, version)
      try {
        await put(of, rows)
      } catch (error) {
        if (!(error instanceof DOMException) || error.name !== 'QuotaExceededError') throw error
        await prune((await prune(MAX_SIZE)) / 2)
        await put(of, rows)
      }
      written += rows.reduce((sum, { json }) => sum + json.length, 0)
      if (written > PRUNE_EVERY) await prune(MAX_SIZE)
    },

    /** Removes expired records, whoever owns them. */
    removeExpired: (now: number) => removeWhere(({ readAt }) => now - readAt > MAX_AGE_MS),

    /** Removes all records whose key or data contain this text, which is the id of an erased student. */
    removeContaining: (text: string) => removeWhere(({ hash, json }) => (hash + json).includes(text)),

    /** Removes everything. Afterwards the store has no owner. */
    clear: async () => {
      const tx = await begin()
      await Promise.all([tx.objectStore('reads').clear(), tx.objectStore('meta').clear(), tx.done])
    },
  }
}

const nameOf = (owner: string, version: string): string => `${version}:${owner}`

const toRow = ({ hash, key, data, readAt }: PersistedQuery): Row => ({
  hash,
  key,
  json: JSON.stringify(data),
  readAt,
})

function fromRow({ hash, key, json, readAt }: Row): PersistedQuery[] {
  try {
    const data: unknown = JSON.parse(json)
    return [{ hash, key, data, readAt }]
  } catch {
    return []
  }
}

/**
 * Opens an IndexedDB at the first call, and again after the connection was lost: to a newer version of the app in
 * another tab, to which it gives way, or because the browser closed it. Rejects while storage is forbidden; the next
 * call tries again.
 */
export function reopeningDatabase<Tables extends DBSchema>(
  name: string,
  create: (db: IDBPDatabase<Tables>) => void,
): () => Promise<IDBPDatabase<Tables>> {
  let opened: Promise<IDBPDatabase<Tables>> | null = null
  const forget = () => {
    opened = null
  }
  return () => {
    opened ??= openDB<Tables>(name, 1, {
      upgrade: create,
      blocking: (_from, _to, event) => {
        forget()
        if (event.target instanceof IDBDatabase) event.target.close()
      },
      terminated: forget,
    }).catch((error: unknown) => {
      forget()
      throw error
    })
    return opened
  }
}
