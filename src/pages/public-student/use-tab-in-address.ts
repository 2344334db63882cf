import { useState } from 'react'

const NAME = 'aba'

/** The tab that the address asks for, null for none, and a way to ask for another without a new page in the history. */
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
