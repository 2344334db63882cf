import { useRef, useState } from 'react'

/**
 * Returns [run, running]. While `action` runs, another call does nothing, so that a double press sends once. `running`
 * is for display only: the guard is a ref, because a second press can come before the next render.
 */
export function useSingleFlight<Args extends unknown[]>(action: (...args: Args) => Promise<void>) {
  const [running, setRunning] = useState(false)
  const busy = useRef(false)
  const run = async (...args: Args) => {
    if (busy.current) return
    busy.current = true
    setRunning(true)
    try {
      await action(...args)
    } finally {
      busy.current = false
      setRunning(false)
    }
  }
  return [run, running] as const
}
