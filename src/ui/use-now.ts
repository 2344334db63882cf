import { useEffect, useState, useSyncExternalStore } from 'react'
import { toLocalDate } from '@/core/dates'
import type { LocalDate } from '@/core/model'

const EVERY_MS = 60_000

/** The current time, updated every minute, so that a screen left open past midnight shows the new day. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => onEveryMinute(() => setNow(new Date())), [])
  return now
}

/** Today on this device. Renders again only when the day changes. */
export const useToday = (): LocalDate => useSyncExternalStore(onEveryMinute, () => toLocalDate(new Date()))

/** Calls `tick` every minute, and when the tab becomes visible. */
function onEveryMinute(tick: () => void): () => void {
  const onVisible = () => {
    if (document.visibilityState === 'visible') tick()
  }
  const timer = setInterval(tick, EVERY_MS)
  document.addEventListener('visibilitychange', onVisible)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', onVisible)
  }
}
