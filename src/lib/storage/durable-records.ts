import type { DBSchema } from 'idb'
import { reopeningDatabase } from './query-store'

export type OwnedRecord = { id: string; owner: string }

/** What to write in one transaction, and what `change` answers. */
export type Change<Row, Answer> = { put?: readonly Row[]; remove?: readonly string[]; answer: Answer }

type Schema<Row> = DBSchema & { records: { key: string; value: Row; indexes: { owner: string } } }

/**
 * Records in an IndexedDB that outlive page and browser. Every call rejects if storage is forbidden or full; then
 * nothing was written.
 */
export function durableRecords<Row extends OwnedRecord>(database: string) {
  const open = reopeningDatabase<Schema<Row>>(database, (db) => {
    db.createObjectStore('records', { keyPath: 'id' }).createIndex('owner', 'owner')
  })

  return {
    list: async (owner: string): Promise<Row[]> => (await open()).getAllFromIndex('records', 'owner', owner),
    /**
     * Passes an owner's records to `decide` and writes its result in the same transaction, so nothing else is written
     * in between. Resolves when the browser reports the data as on disk.
     */
    change: async <Answer>(owner: string, decide: (rows: Row[]) => Change<Row, Answer>): Promise<Answer> => {
      const db = await open()
      const transaction = db.transaction('records', 'readwrite', { durability: 'strict' })
      try {
        const rows = await transaction.store.index('owner').getAll(owner)
        const { put = [], remove = [], answer } = decide(rows)
        await Promise.all([
          ...put.map((row) => transaction.store.put(row)),
          ...remove.map((id) => transaction.store.delete(id)),
          transaction.done,
        ])
        return answer
      } catch (error) {
        await transaction.done.catch(() => {})
        throw error
      }
    },
  }
}

/** True if a write failed because the device or the site's quota is full. */
export const isStorageFull = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'QuotaExceededError'
