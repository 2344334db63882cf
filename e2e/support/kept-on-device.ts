import type { Page } from '@playwright/test'

/** Everything that this origin stores on the device, or only its databases, as one text. */
export const keptOnDevice = (page: Page, where: 'anywhere' | 'databases' = 'anywhere'): Promise<string> =>
  page.evaluate(allKept, where)

/** `keptOnDevice` for the page in which it runs. */
export async function allKept(asked: 'anywhere' | 'databases'): Promise<string> {
  const everything = asked === 'anywhere'
  const kept: unknown[] = everything ? [Object.entries(localStorage), Object.entries(sessionStorage)] : []
  for (const { name } of await indexedDB.databases()) {
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open(name ?? '')
      opening.addEventListener('success', () => resolve(opening.result))
      opening.addEventListener('error', () => reject(opening.error ?? new Error('closed')))
    })
    for (const store of db.objectStoreNames) {
      const reading = db.transaction(store).objectStore(store)
      const all = (what: 'getAll' | 'getAllKeys') =>
        new Promise<unknown>((resolve) => {
          const request = reading[what]()
          request.addEventListener('success', () => resolve(request.result))
        })
      kept.push(await Promise.all([all('getAll'), all('getAllKeys')]))
    }
    db.close()
  }
  for (const cache of everything ? await caches.keys() : []) {
    for (const request of await (await caches.open(cache)).keys()) {
      kept.push(request.url, await (await caches.match(request))?.text())
    }
  }
  return JSON.stringify(kept)
}
