/** Functions to call when something happens. `subscribe` returns the function that unsubscribes. */
export function listeners<Told extends readonly unknown[] = []>() {
  const all = new Set<(...told: Told) => void>()
  return {
    tell: (...told: Told) => {
      for (const listener of all) listener(...told)
    },
    subscribe: (listener: (...told: Told) => void) => {
      all.add(listener)
      return () => {
        all.delete(listener)
      }
    },
  }
}
