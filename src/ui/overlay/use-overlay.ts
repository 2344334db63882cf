import { useDeferredValue, useEffect, useMemo, useRef } from 'react'
import { focusNearest, withAncestors } from '@/lib/browser/focus-nearest'

/**
 * Returns [isDrawn, giveBackFocus] for a dialog that state opens, without a Radix trigger, and that 'back' closes. It
 * is rendered one paint after `open`, so that the tap shows first. Radix would drop the focus when it closes:
 * `giveBackFocus` (for `onCloseAutoFocus`) returns it to the element that had it, or to the nearest one left; after a
 * link of the dialog led to another screen, to that screen's content.
 */
export function useOverlay(open: boolean) {
  useBackCloses(open)
  // Read during render: after mounting, the dialog's first control may already have the focus.
  const opener = useMemo(() => (open ? withAncestors(document.activeElement) : null), [open])
  const last = useRef<readonly HTMLElement[]>([])
  const at = useRef('')
  useEffect(() => {
    if (!opener) return
    last.current = opener
    at.current = window.location.pathname
  }, [opener])
  const isDue = useDeferredValue(open, false)
  const giveBackFocus = (event: Event) => {
    event.preventDefault()
    focusNearest(at.current === window.location.pathname ? last.current : [])
  }
  return [open && isDue, giveBackFocus] as const
}

/**
 * Makes 'back' do what Escape does, to the topmost overlay: on a phone the gesture is expected to close a sheet, and
 * would otherwise leave the screen below. Browsers let a page refuse 'back' only once after each tap, so nobody is
 * trapped.
 */
function useBackCloses(open: boolean) {
  useEffect(() => {
    if (!open || !('navigation' in window)) return undefined
    const onNavigate = (event: NavigateEvent) => {
      if (event.navigationType !== 'traverse' || !event.cancelable || event.defaultPrevented) return
      event.preventDefault()
      document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }))
    }
    window.navigation.addEventListener('navigate', onNavigate)
    return () => window.navigation.removeEventListener('navigate', onNavigate)
  }, [open])
}
