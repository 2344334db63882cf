import type { DBSchema } from 'idb'
import { reopeningDatabase } from './reopening-database'

/**
 * What was read from the server, kept on this device for the time without network: one record per question in an
 * IndexedDB, so that two tabs do not overwrite each other. It belongs to one owner at a time, and every write checks
 * in its own transaction that this is still so: after a sign-out no tab that has not heard of it yet brings anything
 * back.
 */
export interface KeptRead {
  /** Names the question. */
  hash: string
  key: readonly unknown[]
  data: unknown
  /** When it was true, in milliseconds. */
  readAt: number
}

interface Row {
  hash: string
  key: readonly unknown[]
  /** As text, so that its size is known. */
  json: string
  readAt: number
}

interface Schema extends DBSchema {
  reads: { key: string; value: Row }
  /** One entry, 'of': whose reads these are, and of which shape. */
  meta: { key: string; value: string }
}

const DATABASE = 'voleio-reads'
const OF = 'of'
const MAX_AGE_MS = 30 * 24 * 60 * 60 * 1000
/** Characters, which are about bytes; the newest stay. */
const MAX_SIZE = 8_000_000
const MAX_ONE = 3_000_000
/** After so much was written, what is too much is taken away. */
const PRUNE_EVERY = 2_000_000

export interface ReadStore {
  /**
   * From now on reads of this owner and shape are kept; those of anybody else, of another shape and old ones are
   * removed. Answers what is there.
   */
  claim: (owner: string, shape: string, now: number) => Promise<KeptRead[]>
  /** Keeps reads, unless newer ones are there or the store belongs to somebody else by now. */
  keep: (owner: string, shape: string, reads: readonly KeptRead[]) => Promise<void>
  /** Removes the reads that are too old, of whoever they are. */
  forgetOld: (now: number) => Promise<void>
  /** Removes the reads that hold this text anywhere; an id, for what was erased on the server. */
  forget: (text: string) => Promise<void>
  /** Removes everything, and belongs to nobody. */
  wipe: () => Promise<void>
}

/** Every call rejects where storage is forbidden. A full one is emptied of its older half first. */
export function openReadStore(): ReadStore {
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

  const write = async (of: string, rows: readonly Row[]) => {
    const tx = await begin()
    const reads = tx.objectStore('reads')
    if ((await tx.objectStore('meta').get(OF)) === of) {
      for (const row of rows) {
        const there = await reads.get(row.hash)
        if (there === undefined || there.readAt <= row.readAt) await reads.put(row)
      }
    }
    await tx.done
  }

  return {
    claim: async (owner, shape, now) => {
      const tx = await begin()
      const reads = tx.objectStore('reads')
      const meta = tx.objectStore('meta')
      const of = nameOf(owner, shape)
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

    keep: async (owner, shape, kept) => {
      const rows = kept.map(toRow).filter(({ json }) => json.length <= MAX_ONE)
      const of = nameOf(owner, shape)
      try {
        await write(of, rows)
      } catch (error) {
        if (!(error instanceof DOMException) || error.name !== 'QuotaExceededError') throw error
        await prune((await prune(MAX_SIZE)) / 2)
        await write(of, rows)
      }
      written += rows.reduce((sum, { json }) => sum + json.length, 0)
      if (written > PRUNE_EVERY) await prune(MAX_SIZE)
    },

    forgetOld: async (now) => {
      const tx = await begin()
      const reads = tx.objectStore('reads')
      for (const { hash, readAt } of await reads.getAll()) {
        if (now - readAt > MAX_AGE_MS) await reads.delete(hash)
      }
      await tx.done
    },

    forget: async (text) => {
      const tx = await begin()
      const reads = tx.objectStore('reads')
      for (const { hash, json } of await reads.getAll()) {
        if (json.includes(text)) await reads.delete(hash)
      }
      await tx.done
    },

    wipe: async () => {
      const tx = await begin()
      await Promise.all([tx.objectStore('reads').clear(), tx.objectStore('meta').clear(), tx.done])
    },
  }
}

const nameOf = (owner: string, shape: string): string => `${shape}:${owner}`

function toRow({ hash, key, data, readAt }: KeptRead): Row {
  return { hash, key, json: JSON.stringify(data), readAt }
}

function fromRow({ hash, key, json, readAt }: Row): KeptRead[] {
  try {
    const data: unknown = JSON.parse(json)
    return [{ hash, key, data, readAt }]
  } catch {
    return []
  }
}
