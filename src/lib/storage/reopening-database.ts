import { openDB, type DBSchema, type IDBPDatabase } from 'idb'

/**
 * Opens an IndexedDB when it is first asked for, and again after it was lost: to a newer version of the app in another
 * tab, which is let in, or to the browser. Rejects while storage is forbidden, and tries again at the next call.
 */
export function reopeningDatabase<Schema extends DBSchema>(
  name: string,
  create: (db: IDBPDatabase<Schema>) => void,
): () => Promise<IDBPDatabase<Schema>> {
  let opened: Promise<IDBPDatabase<Schema>> | null = null
  const forget = () => {
    opened = null
  }
  return () => {
    opened ??= openDB<Schema>(name, 1, {
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
