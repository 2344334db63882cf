import { useSyncExternalStore } from 'react'

const nothingChanges = () => () => {}

/** What `read` says in the browser; `before` in a prerendered document, and until its scripts run. */
export const useInBrowser = <Read, Before>(read: () => Read, before: Before): Read | Before =>
  useSyncExternalStore<Read | Before>(nothingChanges, read, () => before)
