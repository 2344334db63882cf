import { useEffect, useState, useSyncExternalStore } from 'react'
import { toLocalDate } from '@/domain/shared/dates'
import type { LocalDate } from '@/domain/shared/model'

const EVERY_MS = 60_000

/** The time, to the minute: a screen that stays open past midnight knows that it is another day. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => onEveryMinute(() => setNow(new Date())), [])
  return now
}

/** The day on this device. Draws again only when it is another one. */
export function useToday(): LocalDate {
  return useSyncExternalStore(onEveryMinute, () => toLocalDate(new Date()))
}

/** Calls every minute, and when the tab is looked at again. */
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
