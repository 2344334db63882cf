const KEY = 'voleio:reloaded-at'
/** A reload that did not help must not be followed by another one at once. */
const PAUSE_MS = 30_000

/**
 * After a deployment the old files are gone: a page that misses the next screen loads itself anew, once. Answers
 * whether it is doing so; false leaves the error to the screen. To be called for what somebody is waiting for: what
 * fails behind their back is no reason to reload what they are typing.
 */
export async function reloadWhenChunkIsGone(): Promise<boolean> {
  // Without network a reload would put the browser's own error page in the place of the app, unless the worker
  // answers: then another tab went over to a newer version, whose files are all here.
  if (!navigator.serviceWorker?.controller && !(await isHostThere())) return false
  let last = 0
  try {
    last = Number(sessionStorage.getItem(KEY))
    sessionStorage.setItem(KEY, String(Date.now()))
  } catch {
    // Without storage a loop could not be noticed.
    return false
  }
  if (Date.now() - last < PAUSE_MS) return false
  window.location.reload()
  return true
}

/** The browser's word that it is online is worth nothing on one bar of signal: ask. */
async function isHostThere(): Promise<boolean> {
  try {
    return (await fetch('/spa.html', { method: 'HEAD', cache: 'no-store' })).ok
  } catch {
    return false
  }
}
