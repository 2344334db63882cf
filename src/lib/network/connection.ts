/**
 * Whether the backend can be reached, as the last request found it. `navigator.onLine` is no proof of a connection,
 * only of the lack of a network: its events are hints, and the next answer decides (docs/product.md, 'Offline').
 */

export interface Connection {
  /** False after a request that got no answer, or when the device lost its network, until the next answer. */
  online: boolean
  /** When an answer last came, to about ten seconds; null when none has come since the page was opened. */
  lastContact: Date | null
}

const CONTACT_STEP_MS = 10_000
const MOMENT_MS = 1_000
/** Nobody is told more often than this that the connection is back. */
const BACK_STEP_MS = 5_000

let current: Connection = { online: hasNetwork(), lastContact: null }
const listeners = new Set<() => void>()

function set(next: Connection) {
  current = next
  for (const listener of listeners) listener()
}

/** The same object until something changed. */
export function currentConnection(): Connection {
  return current
}

export function subscribeToConnection(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/**
 * Tells, until the returned function is called, that an answer came after a time without one. At once, but not again
 * within `BACK_STEP_MS`: then at their end, if the connection still is there. Where one request is answered and the
 * next one is lost, what listeners do would otherwise bring the next loss and the next return, without a pause.
 */
export function onConnectionBack(listener: () => void): () => void {
  let { online } = current
  let toldAt = -Infinity
  let timer: ReturnType<typeof setTimeout> | undefined
  const tell = () => {
    timer = undefined
    if (!current.online) return
    toldAt = performance.now()
    listener()
  }
  const stop = subscribeToConnection(() => {
    const isBack = current.online && !online
    online = current.online
    if (!isBack || timer !== undefined) return
    const left = toldAt + BACK_STEP_MS - performance.now()
    if (left <= 0) tell()
    else timer = setTimeout(tell, left)
  })
  return () => {
    stop()
    clearTimeout(timer)
  }
}

/** An answer came from the backend itself, whatever it said. */
export function reportContact() {
  const now = new Date()
  const last = current.lastContact
  // Listeners hear of a change, not of every answer.
  if (current.online && last && now.getTime() - last.getTime() < CONTACT_STEP_MS) return
  set({ online: true, lastContact: now })
}

/** A request got no answer, or one that was not the backend's. */
export function reportNoContact() {
  if (current.online) set({ ...current, online: false })
}

/**
 * `work`, or `gone` when the connection breaks before it is done; `work` goes on by itself. Where the connection is
 * gone already, `work` gets a moment: what needs no network is done by then.
 */
export function unlessOffline<T>(work: Promise<T>, gone: T): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = () => resolve(gone)
    const stop = subscribeToConnection(() => {
      if (!current.online) giveUp()
    })
    const timer = current.online ? undefined : setTimeout(giveUp, MOMENT_MS)
    work.then(resolve, reject).finally(() => {
      stop()
      clearTimeout(timer)
    })
  })
}

/** What the device says. False is worth believing for a moment; true only means that there is some network. */
function hasNetwork(): boolean {
  return 'navigator' in globalThis && 'onLine' in navigator ? navigator.onLine : true
}

if ('addEventListener' in globalThis) globalThis.addEventListener('offline', reportNoContact)
