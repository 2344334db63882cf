import { listeners } from '../listeners'

/**
 * New versions of the installed app (docs/product.md, 'Updates and installing'), on the plain service worker API: a
 * newer worker installs itself and waits until the coach applies it.
 */

/**
 * 'available': a newer version is installed and waits. 'applying': this tab has applied it and is about to reload.
 * 'replaced': another tab has applied it, and this tab runs old code until its user reloads it.
 */
export type UpdateState = 'current' | 'available' | 'applying' | 'replaced'

/** If the reload has not happened after this time, the update is offered again. */
const APPLY_TIMEOUT_MS = 15_000

/** How often `nudge` makes the browser look again at a worker that was told to take over and has not. */
const NUDGE_EVERY_MS = 1_000

let state: UpdateState = 'current'
let registration: ServiceWorkerRegistration | null = null
let started = false
/** True once another tab has applied an update, even after the banner was dismissed. */
let stale = false
let reloading = false
const changes = listeners()

function set(next: UpdateState) {
  if (next === state) return
  state = next
  changes.tell()
}

export const subscribeToUpdates = changes.subscribe

export const updateState = (): UpdateState => state

/** Hides the offer until a still newer version arrives. */
export function dismissUpdate() {
  if (state !== 'applying') set('current')
}

/**
 * Registers the worker and checks for newer versions every `everyMs` milliseconds and when the tab becomes visible.
 * Idempotent; does nothing where service workers are unsupported or blocked.
 */
export async function startUpdates({ everyMs }: { everyMs: number }) {
  if (started || !('serviceWorker' in navigator)) return
  started = true
  const { serviceWorker } = navigator
  let controlled = serviceWorker.controller !== null
  serviceWorker.addEventListener('controllerchange', () => {
    if (state === 'applying') reload()
    // On the first visit the worker that takes control has the page's own version.
    else if (controlled) fallBehind()
    controlled = true
  })
  try {
    registration = await register(serviceWorker)
  } catch (error) {
    // Workers blocked, storage full, or no network: the app works without one and retries on the next visit.
    console.warn('The service worker could not be registered.', error)
  }
  if (!registration) return
  const found = registration
  if (found.waiting) offer()
  follow(found.installing)
  found.addEventListener('updatefound', () => follow(found.installing))
  const look = () => {
    if (document.visibilityState === 'hidden' || !navigator.onLine || found.installing) return
    found.update().catch(() => {
      // The next check will try again.
    })
  }
  setInterval(look, everyMs)
  document.addEventListener('visibilitychange', look)
}

/** Null where a browser extension swallows the call instead of rejecting it. */
async function register(container: ServiceWorkerContainer) {
  const answer: ServiceWorkerRegistration | undefined = await container.register('/sw.js', {
    updateViaCache: 'none',
  })
  return answer ?? null
}

function follow(worker: ServiceWorker | null) {
  // A device's first worker is no update.
  const isUpdate = registration?.active !== null
  worker?.addEventListener('statechange', () => {
    if (!isUpdate) return
    if (worker.state === 'installed') offer()
    // A new worker does not wait if no page uses the old one, e.g. after a forced reload.
    if (worker.state === 'activated' && state !== 'applying') fallBehind()
  })
}

function offer() {
  if (state !== 'applying') set('available')
}

function fallBehind() {
  stale = true
  set('replaced')
}

/** Activates the waiting worker and reloads once it is in control. Ignored while already applying. */
export function applyUpdate() {
  if (state === 'applying') return
  const waiting = registration?.waiting
  if (!waiting) {
    // Nothing waits: another tab has applied the update, no page used the old worker, or the browser has none.
    reload()
    return
  }
  set('applying')
  waiting.addEventListener('statechange', () => {
    if (state !== 'applying') return
    // 'controllerchange' may not fire if no worker controls this page (after a forced reload).
    if (waiting.state === 'activated') reload()
    // A still newer version has replaced the waiting one, and is offered once installed.
    if (waiting.state === 'redundant' && !reloading) set('current')
  })
  const nudging = setInterval(nudge, NUDGE_EVERY_MS)
  // A busy worker may never activate. Offer the update again, so that the coach can retry.
  setTimeout(() => {
    clearInterval(nudging)
    if (state === 'applying' && !reloading) set('available')
  }, APPLY_TIMEOUT_MS)
  waiting.postMessage({ type: 'SKIP_WAITING' })
}

/**
 * A request at the moment when the old worker ends starts that worker once more, and Chromium then forgets the new
 * worker, which waits for minutes. Telling the new worker again changes nothing. A navigation, even of a hidden frame,
 * makes the browser look again.
 */
function nudge() {
  const frame = document.createElement('iframe')
  frame.hidden = true
  frame.src = '/favicon.svg'
  document.body.append(frame)
  setTimeout(() => frame.remove(), NUDGE_EVERY_MS)
}

function reload() {
  if (reloading) return
  reloading = true
  window.location.reload()
}

/**
 * Checks the server now. True when a newer version is ready to apply, which is then offered again even if the coach had
 * dismissed it. Throws when the server cannot be reached.
 */
export async function checkForUpdate(): Promise<boolean> {
  if (stale) {
    set('replaced')
    return true
  }
  if (registration && !registration.waiting) {
    await registration.update()
    if (registration.installing) await installed(registration.installing)
  }
  if (registration ? registration.waiting : await isAnotherBuildServed()) offer()
  return state !== 'current'
}

/** Resolves once the worker has its files; rejects if it could not get them. */
const installed = (worker: ServiceWorker): Promise<void> =>
  new Promise((resolve, reject) => {
    const look = () => {
      if (worker.state === 'redundant') reject(new Error('The new version could not be installed.'))
      else if (worker.state !== 'installing') resolve()
    }
    worker.addEventListener('statechange', look)
    look()
  })

/**
 * For browsers without a worker: compares the script names of the served build, which contain content hashes, with
 * the running ones.
 */
async function isAnotherBuildServed(): Promise<boolean> {
  const answer = await fetch('/spa.html', { cache: 'no-store' })
  if (!answer.ok) throw new Error(`spa.html answered ${answer.status}`)
  const served = new DOMParser().parseFromString(await answer.text(), 'text/html')
  const own = [...document.scripts].map((script) => script.src + script.text)
  return [...served.querySelectorAll('script[type="module"][src]')].some((script) => {
    const name = script.getAttribute('src') ?? ''
    return own.every((text) => !text.includes(name))
  })
}

/**
 * Removes the app's files and the persisted queries from this device, and reloads the app. The login, the outbox and
 * the drafts stay, because they exist nowhere else. Throws and removes nothing while the server does not answer,
 * because the app could not be loaded again.
 */
export async function resetApp(clearQueries: () => Promise<void>): Promise<void> {
  // The query string keeps the worker from answering this request itself.
  const answer = await fetch(`/spa.html?at=${Date.now()}`, { cache: 'no-store' })
  // A captive portal answers any address with its own page.
  const isOurs = answer.ok && (await answer.text()).includes('id="root"')
  if (!isOurs) throw new Error(`spa.html answered ${answer.status}`)
  await clearQueries()
  // Where storage is forbidden there is nothing to remove.
  await removeFiles().catch(console.error)
  window.location.reload()
}

async function removeFiles(): Promise<void> {
  if ('serviceWorker' in navigator) {
    const workers = await navigator.serviceWorker.getRegistrations()
    await Promise.all(workers.map((worker) => worker.unregister()))
  }
  if ('caches' in window) {
    const names = await caches.keys()
    await Promise.all(names.map((name) => caches.delete(name)))
  }
}
