export interface Gate {
  /** Resolves when the gate opens. */
  passed: Promise<void>
  open: () => void
}

/** Delays an answer until the test opens the gate. */
export function gate(): Gate {
  let resolve: (() => void) | undefined
  const passed = new Promise<void>((done) => {
    resolve = done
  })
  return { passed, open: () => resolve?.() }
}
