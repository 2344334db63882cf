import { useRef, useState } from 'react'

/**
 * Runs `action` once at a time: while it is under way another call does nothing (a form that is submitted twice is
 * sent once). `running` is for the button; the guard itself does not wait for a render.
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
