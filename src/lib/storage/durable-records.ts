import type { DBSchema } from 'idb'
import { reopeningDatabase } from './reopening-database'

/** What every record has: its own id, and whose it is. */
export interface OwnedRecord {
  id: string
  owner: string
}

/** What to write in one go, and what to answer. */
export interface Change<Row, Answer> {
  put?: readonly Row[]
  remove?: readonly string[]
  answer: Answer
}

export interface DurableRecords<Row extends OwnedRecord> {
  /** All records of an owner, in no particular order. */
  list: (owner: string) => Promise<Row[]>
  /**
   * Reads an owner's records, lets `decide` say what becomes of them, and writes that, in one transaction: nobody else
   * writes in between. Resolves when the browser says that it is on the disk, as far as it can say so.
   */
  change: <Answer>(owner: string, decide: (rows: Row[]) => Change<Row, Answer>) => Promise<Answer>
}

interface Schema<Row> extends DBSchema {
  records: { key: string; value: Row; indexes: { owner: string } }
}

/**
 * Records that outlive the page and the browser, in an IndexedDB of this name. Every call rejects where storage is
 * forbidden or full; nothing is half written then.
 */
export function durableRecords<Row extends OwnedRecord>(database: string): DurableRecords<Row> {
  const open = reopeningDatabase<Schema<Row>>(database, (db) => {
    db.createObjectStore('records', { keyPath: 'id' }).createIndex('owner', 'owner')
  })

  return {
    list: async (owner) => (await open()).getAllFromIndex('records', 'owner', owner),
    change: async (owner, decide) => {
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

/** True when a write failed because the device or the site's share of it is full. */
export function isStorageFull(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'QuotaExceededError'
}
