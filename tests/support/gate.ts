export interface Gate {
  /** Resolves when the gate was opened. */
  passed: Promise<void>
  open: () => void
}

/** Holds an answer back until the test has seen what it came to see. */
export function gate(): Gate {
  let resolve: (() => void) | undefined
  const passed = new Promise<void>((done) => {
    resolve = done
  })
  return { passed, open: () => resolve?.() }
}
