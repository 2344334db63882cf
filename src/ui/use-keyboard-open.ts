import { useSyncExternalStore } from 'react'

/** No keyboard is lower; a browser's own bars, which come and go while scrolling, are. */
const LOWEST_KEYBOARD = 150

/** The highest window of each width: some browsers shrink the window itself when the keyboard opens. */
const highest = new Map<number, number>()

/** Whether the keyboard of a phone or tablet is open. */
export const useKeyboardOpen = (): boolean => useSyncExternalStore(subscribe, isOpen, () => false)

function subscribe(listener: () => void): () => void {
  const { visualViewport: viewport } = window
  viewport?.addEventListener('resize', listener)
  return () => viewport?.removeEventListener('resize', listener)
}

function isOpen(): boolean {
  const { visualViewport: viewport, innerWidth, innerHeight } = window
  if (!viewport) return false
  const full = Math.max(innerHeight, highest.get(innerWidth) ?? 0)
  highest.set(innerWidth, full)
  // Zooming in makes the viewport smaller, too.
  const isTyping = document.activeElement?.matches('input, textarea, [contenteditable]') ?? false
  return isTyping && full - viewport.height * viewport.scale > LOWEST_KEYBOARD
}
