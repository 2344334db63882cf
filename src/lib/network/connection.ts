import { listeners } from '../listeners'

/**
 * Whether the backend can be reached, judged by the last request (docs/product.md, 'Offline'). `navigator.onLine` can
 * only prove that there is no network, so its events are hints and the next answer decides.
 */

export interface Connection {
  /** False from a failed request, or the loss of the network, until the next answer. */
  online: boolean
  /** When the last answer came, to about ten seconds; null if none has come since the page was opened. */
  lastAnswerAt: Date | null
}

const ANSWER_STEP_MS = 10_000
const GRACE_MS = 1_000
/** Minimum interval between two reports that the connection is back. */
const BACK_STEP_MS = 5_000

/** Requests are numbered as they are sent. An answer also counts for all requests sent before it. */
let sent = 0
let newestAnswered = 0

let current: Connection = { online: hasNetwork(), lastAnswerAt: null }
const changes = listeners()

function set(next: Connection) {
  current = next
  changes.tell()
}

/** Referentially stable until something changes. */
export const currentConnection = (): Connection => current

export const subscribeToConnection = changes.subscribe

/**
 * Calls `listener` when an answer arrives after a time offline, until the returned function is called. Reports are at
 * least `BACK_STEP_MS` apart, and a delayed report is dropped if the connection is gone again. Otherwise the listener's
 * own requests would cause an endless loop of losses and returns on a flaky network.
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

/** Call when a request is sent. Pass the number to `reportReachable` or `reportUnreachable`. */
export const numberRequest = (): number => ++sent

/** Call on any answer from the backend, errors included. Without a number the request counts as the newest. */
export function reportReachable(request = numberRequest()) {
  newestAnswered = Math.max(newestAnswered, request)
  const now = new Date()
  const last = current.lastAnswerAt
  // Notify on changes, not on every answer.
  if (current.online && last && now.getTime() - last.getTime() < ANSWER_STEP_MS) return
  set({ online: true, lastAnswerAt: now })
}

/**
 * Call when the network refused a request, or the answer is not the backend's. A request that fails after a later one
 * was answered is ignored: it may belong to an earlier connection on another network. Do not call it after a timeout,
 * because a slow backend is not unreachable (`connectivity.ts`).
 */
export function reportUnreachable(request = numberRequest()) {
  if (request < newestAnswered) return
  if (current.online) set({ ...current, online: false })
}

/**
 * Resolves with `work`, or with null as soon as the connection breaks; `work` itself continues. When already
 * offline, `work` gets one second, enough for work that needs no network; more if the connection is back by then.
 */
export const unlessOffline = <T>(work: Promise<T>): Promise<T | null> =>
  new Promise((resolve, reject) => {
    const giveUp = () => resolve(null)
    const stop = subscribeToConnection(() => {
      if (!current.online) giveUp()
    })
    const timer = current.online ? undefined : setTimeout(() => current.online || giveUp(), GRACE_MS)
    work.then(resolve, reject).finally(() => {
      stop()
      clearTimeout(timer)
    })
  })

/** False means that there is no network now; true only means that some network exists. */
function hasNetwork(): boolean {
  return 'navigator' in globalThis && 'onLine' in navigator ? navigator.onLine : true
}

if ('addEventListener' in globalThis) globalThis.addEventListener('offline', () => reportUnreachable())
