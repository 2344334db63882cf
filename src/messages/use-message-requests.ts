import { useSyncExternalStore } from 'react'
import type { MessageRequest } from './requests'

/**
 * The messages to show, one at a time. Not state of a screen: the row that asked for a message may disappear once that
 * message was opened.
 */
let current: readonly MessageRequest[] | null = null
const listeners = new Set<() => void>()

function set(requests: readonly MessageRequest[] | null) {
  current = requests
  for (const listener of listeners) listener()
}

/** Shows these messages before they are opened in the chat: the first one, then the next. Callable from anywhere. */
export const openMessages = (requests: readonly MessageRequest[]) =>
  set(requests.length > 0 ? requests : null)

export const closeMessages = () => set(null)

export const useOpenMessages = () => useSyncExternalStore(subscribe, () => current)

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
