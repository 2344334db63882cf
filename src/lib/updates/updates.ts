/**
 * New versions of the installed app (spec §4 'Update banner'), on the browser's plain service worker API: a newer
 * worker installs itself beside the one in use and waits there until the coach asks for it.
 */

/**
 * 'available': a newer version is installed and waits. 'applying': this tab asked for it and is about to reload.
 * 'replaced': another tab asked; this one runs the older code until it is reloaded, which nobody but its user may do.
 */
export type UpdateState = 'current' | 'available' | 'applying' | 'replaced'

/** How long an update may take to begin before it is offered again. */
const PATIENCE_MS = 15_000

let state: UpdateState = 'current'
let registration: ServiceWorkerRegistration | null = null
let started = false
/** Another tab moved on; stays true when the banner was closed. */
let stale = false
let reloading = false
const listeners = new Set<() => void>()

function set(next: UpdateState) {
  if (next === state) return
  state = next
  for (const listener of listeners) listener()
}

export function subscribeToUpdates(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export const updateState = (): UpdateState => state

/** Hides the offer; a still newer version brings it back. */
export function dismissUpdate() {
  if (state !== 'applying') set('current')
}

/**
 * Registers the worker and looks for newer versions from then on: every `everyMs` milliseconds, and when somebody
 * comes back to the tab. Once is enough; a browser that has or allows no workers is left as it is.
 */
export async function startUpdates({ everyMs, script = '/sw.js' }: { everyMs: number; script?: string }) {
  if (started || !('serviceWorker' in navigator)) return
  started = true
  const { serviceWorker } = navigator
  let controlled = serviceWorker.controller !== null
  serviceWorker.addEventListener('controllerchange', () => {
    if (state === 'applying') reload()
    // On the very first visit a worker takes over a page of its own version.
    else if (controlled) fallBehind()
    controlled = true
  })
  try {
    registration = await register(serviceWorker, script)
  } catch (error) {
    // Workers forbidden, storage full, no network: the app works without, and tries again when it is next opened.
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
      // No answer this time: the next look comes soon.
    })
  }
  setInterval(look, everyMs)
  document.addEventListener('visibilitychange', look)
}

/** Null where something in the browser swallows the call instead of refusing it. */
async function register(container: ServiceWorkerContainer, script: string) {
  const answer: ServiceWorkerRegistration | undefined = await container.register(script, {
    updateViaCache: 'none',
  })
  return answer ?? null
}

function follow(worker: ServiceWorker | null) {
  // The first worker of this device replaces nothing.
  const isUpdate = registration?.active !== null
  worker?.addEventListener('statechange', () => {
    if (!isUpdate) return
    if (worker.state === 'installed') offer()
    // It waits for nobody where no page uses the older one, as after a forced reload.
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

/** Goes over to the newer version: one reload, when its worker is in charge. Does nothing while it is under way. */
export function applyUpdate() {
  if (state === 'applying') return
  const waiting = registration?.waiting
  if (!waiting) {
    // It is in charge already: another tab asked, or nobody used the older one.
    reload()
    return
  }
  set('applying')
  waiting.addEventListener('statechange', () => {
    if (state !== 'applying') return
    // Where this page has no worker (after a forced reload) 'controllerchange' may not come.
    if (waiting.state === 'activated') reload()
    // A still newer version took its place meanwhile, and is offered when it is ready.
    if (waiting.state === 'redundant' && !reloading) set('current')
  })
  // A worker that is busy elsewhere can be waited for in vain; whoever presses again asks again.
  setTimeout(() => {
    if (state === 'applying' && !reloading) set('available')
  }, PATIENCE_MS)
  waiting.postMessage({ type: 'SKIP_WAITING' })
}

function reload() {
  if (reloading) return
  reloading = true
  window.location.reload()
}

/**
 * Asks the server now. True when a newer version is there, ready to be applied (and offered again, if it had been
 * dismissed). Throws when the server cannot be asked.
 */
export async function checkForUpdate(): Promise<boolean> {
  if (stale) {
    set('replaced')
    return true
  }
  if (!registration) return isAnotherBuildServed()
  if (!registration.waiting) {
    await registration.update()
    if (registration.installing) await installed(registration.installing)
  }
  if (registration.waiting) offer()
  return state !== 'current'
}

/** Waits until a worker has its files; throws when it could not get them. */
function installed(worker: ServiceWorker): Promise<void> {
  return new Promise((resolve, reject) => {
    const look = () => {
      if (worker.state === 'redundant') reject(new Error('The new version could not be installed.'))
      else if (worker.state !== 'installing') resolve()
    }
    worker.addEventListener('statechange', look)
    look()
  })
}

/**
 * Without a worker: whether the server hands out another build than the one that runs here. A build's scripts carry
 * the hash of their contents in their names.
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
 * Removes the app's files and the persisted queries from this device, and loads the app anew. The login, the outbox and
 * the drafts stay: they exist nowhere else. Throws, and removes nothing, while the server does not answer: the app could
 * not be loaded again.
 */
export async function resetApp(clearQueries: () => Promise<void>): Promise<void> {
  // Not one of the files that the worker answers itself.
  const answer = await fetch(`/spa.html?at=${Date.now()}`, { cache: 'no-store' })
  // A portal that asks to sign in answers any address with a page of its own.
  const isOurs = answer.ok && (await answer.text()).includes('id="root"')
  if (!isOurs) throw new Error(`spa.html answered ${answer.status}`)
  await clearQueries()
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
