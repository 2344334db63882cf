import { useSyncExternalStore } from 'react'
import { listeners } from '@/lib/listeners'
import type { MessageRequest } from './requests'

/**
 * The messages to show, one at a time. Not in a screen's state, because the row that asked for a message may disappear
 * once the message was opened.
 */
let current: readonly MessageRequest[] | null = null
const changes = listeners()

function set(requests: readonly MessageRequest[] | null) {
  current = requests
  changes.tell()
}

/** Shows these messages one after the other, each before it is opened in the chat. Can be called from anywhere. */
export const openMessages = (requests: readonly MessageRequest[]) =>
  set(requests.length > 0 ? requests : null)

export const closeMessages = () => set(null)

export const useOpenMessages = () => useSyncExternalStore(changes.subscribe, () => current)
