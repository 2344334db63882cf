/** The locks that this page holds, where there are no Web Locks: an old browser, no https, or storage is forbidden. */
const lockedHere = new Set<string>()

/**
 * Runs `work` while this tab holds the named lock. A tab that dies releases its locks.
 *
 * @returns the answer of `work`, or `taken` at once if another tab holds the lock.
 */
export async function withLock<Answer, Taken>(
  name: string,
  work: () => Promise<Answer>,
  taken: Taken,
): Promise<Answer | Taken> {
  let isAllowed = false
  try {
    return await navigator.locks.request(name, { ifAvailable: true }, (lock) => {
      isAllowed = true
      return lock ? work() : taken
    })
  } catch (error) {
    if (isAllowed) throw error
  }
  if (lockedHere.has(name)) return taken
  lockedHere.add(name)
  try {
    return await work()
  } finally {
    lockedHere.delete(name)
  }
}

/** Holds the named lock until the returned function is called; null if another tab holds the lock. */
export const acquireLock = (name: string): Promise<(() => void) | null> =>
  new Promise((resolve, reject) => {
    const held = () => new Promise<void>((release) => resolve(release))
    // Changes nothing once `held` has resolved.
    withLock(name, held, undefined).then(() => resolve(null), reject)
  })

/** Short messages between the tabs of this browser. Without a BroadcastChannel none arrives, and nothing fails. */
export function tabChannel<Message>(name: string, isMessage: (data: unknown) => data is Message) {
  let channel: BroadcastChannel | undefined
  try {
    channel = new BroadcastChannel(name)
  } catch {
    // An old browser has none, and Firefox refuses it where storage is forbidden.
  }
  return {
    tell: (message: Message) => channel?.postMessage(message),
    listen: (listener: (message: Message) => void) => {
      const hear = ({ data }: MessageEvent<unknown>) => {
        if (isMessage(data)) listener(data)
      }
      channel?.addEventListener('message', hear)
      return () => channel?.removeEventListener('message', hear)
    },
  }
}
