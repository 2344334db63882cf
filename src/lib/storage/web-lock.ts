/** Names held by this page, where the browser has no Web Locks (an old one, or an address without https). */
const heldHere = new Set<string>()

const hasLocks = (): boolean => typeof navigator !== 'undefined' && 'locks' in navigator

/**
 * Runs `work` while no other tab of this browser runs something under the same name. A tab that dies lets go.
 *
 * @returns what `work` answers, or `taken` at once when the name is held.
 */
export async function exclusively<Answer, Taken>(
  name: string,
  work: () => Promise<Answer>,
  taken: Taken,
): Promise<Answer | Taken> {
  if (hasLocks()) {
    return navigator.locks.request(name, { ifAvailable: true }, (lock) => (lock ? work() : taken))
  }
  if (heldHere.has(name)) return taken
  heldHere.add(name)
  try {
    return await work()
  } finally {
    heldHere.delete(name)
  }
}

const TAKEN = Symbol('taken')

/** Holds a name until the answered function is called; null when somebody else holds it. */
export function hold(name: string): Promise<(() => void) | null> {
  return new Promise((resolve, reject) => {
    const held = () =>
      new Promise<void>((release) => {
        resolve(() => release())
      })
    const attempt = async () => {
      if ((await exclusively(name, held, TAKEN)) === TAKEN) resolve(null)
    }
    attempt().catch(reject)
  })
}
