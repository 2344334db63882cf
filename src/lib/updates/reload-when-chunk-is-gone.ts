const KEY = 'voleio:reloaded-at'
/** Minimum time between two reloads, so that a failing one does not loop. */
const PAUSE_MS = 30_000

/**
 * After a deployment the old chunks are gone, so a page that fails to load its next screen reloads once. Returns
 * whether it does; if false, the screen shows the error. Call it only for what the user is waiting for: a failed
 * prefetch must not reload a form being typed in.
 */
export async function reloadWhenChunkIsGone(): Promise<boolean> {
  // Offline, a reload would replace the app with the browser's error page, unless a service worker answers: then
  // another tab has updated, and the new version's files are cached.
  if (!navigator.serviceWorker?.controller && !(await isHostThere())) return false
  let last = 0
  try {
    last = Number(sessionStorage.getItem(KEY))
    sessionStorage.setItem(KEY, String(Date.now()))
  } catch {
    // Without storage a reload loop could not be detected.
    return false
  }
  if (Date.now() - last < PAUSE_MS) return false
  window.location.reload()
  return true
}

/** `navigator.onLine` is unreliable on a weak signal, so ask the host. */
async function isHostThere(): Promise<boolean> {
  try {
    return (await fetch('/spa.html', { method: 'HEAD', cache: 'no-store' })).ok
  } catch {
    return false
  }
}
