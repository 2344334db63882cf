/**
 * True when the server hands out another build than the one that runs here: a build's entry carries the hash of its
 * contents in its name. Throws when the server cannot be asked.
 */
export async function isUpdateAvailable(): Promise<boolean> {
  const entry = document.querySelector<HTMLScriptElement>('script[type="module"][src]')
  if (!entry) return false
  const answer = await fetch('/index.html', { cache: 'no-store' })
  if (!answer.ok) throw new Error(`index.html answered ${answer.status}`)
  return !(await answer.text()).includes(new URL(entry.src).pathname)
}

/** Removes what the browser keeps of the app's files, and loads it anew. The login and the coach's data stay. */
export async function resetApp(): Promise<void> {
  if ('serviceWorker' in navigator) {
    const workers = await navigator.serviceWorker.getRegistrations()
    await Promise.all(workers.map((worker) => worker.unregister()))
  }
  if ('caches' in window) {
    const names = await caches.keys()
    await Promise.all(names.map((name) => caches.delete(name)))
  }
  window.location.reload()
}
