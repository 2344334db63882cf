const KEY = 'voleio:reloaded-at'
/** A reload that did not help must not be followed by another one at once. */
const PAUSE_MS = 30_000

/** After a deployment the old files are gone: the page that misses one loads itself anew, once. */
export function reloadWhenChunkIsGone() {
  window.addEventListener('vite:preloadError', (event) => {
    // Without network a reload would put the browser's own error page in the place of the app, unless the worker
    // answers: then another tab went over to a newer version, whose files are all here.
    if (!navigator.onLine && !navigator.serviceWorker?.controller) return
    let last = 0
    try {
      last = Number(sessionStorage.getItem(KEY))
      sessionStorage.setItem(KEY, String(Date.now()))
    } catch {
      // Without storage a loop could not be noticed: leave the error to the screen.
      return
    }
    if (Date.now() - last < PAUSE_MS) return
    event.preventDefault()
    window.location.reload()
  })
}
