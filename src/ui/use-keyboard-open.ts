import { useSyncExternalStore } from 'react'

/** In px. Every keyboard is higher; the browser's own bars, which come and go while scrolling, are lower. */
const LOWEST_KEYBOARD = 150

/** The greatest height seen for each window width: some browsers shrink the window itself when the keyboard opens. */
const highest = new Map<number, number>()

/** Whether the keyboard of a phone or tablet is open. */
export const useKeyboardOpen = (): boolean => useSyncExternalStore(subscribe, isOpen, () => false)

function subscribe(listener: () => void): () => void {
  const { visualViewport: viewport } = window
  const onResize = () => {
    measure()
    listener()
  }
  measure()
  viewport?.addEventListener('resize', onResize)
  return () => viewport?.removeEventListener('resize', onResize)
}

function measure(): void {
  const { innerWidth, innerHeight } = window
  highest.set(innerWidth, Math.max(innerHeight, highest.get(innerWidth) ?? 0))
}

/**
 * Called in every render of the components that use the hook. Sizes are read only while a text field has the focus,
 * because reading one may lay the whole page out again.
 */
function isOpen(): boolean {
  const { visualViewport: viewport } = window
  if (!viewport || !document.activeElement?.matches('input, textarea, [contenteditable]')) return false
  const full = highest.get(window.innerWidth) ?? window.innerHeight
  // Zooming in makes the viewport smaller too, hence `scale`.
  return full - viewport.height * viewport.scale > LOWEST_KEYBOARD
}
