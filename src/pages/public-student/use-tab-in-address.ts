import { useState } from 'react'

const NAME = 'aba'

/** The tab in the address (null for none) and a setter that replaces the history entry. */
export function useTabInAddress(): [tab: string | null, ask: (tab: string | null) => void] {
  const [tab, setTab] = useState(() => new URLSearchParams(window.location.search).get(NAME))
  const ask = (next: string | null) => {
    setTab(next)
    const address = new URL(window.location.href)
    if (next === null) address.searchParams.delete(NAME)
    else address.searchParams.set(NAME, next)
    window.history.replaceState(window.history.state, '', address)
  }
  return [tab, ask]
}
