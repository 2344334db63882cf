import { useDeferredValue, useEffect, useMemo, useRef } from 'react'
import { focusNearest, withAncestors } from '@/lib/browser/focus-nearest'

/**
 * [whether it is drawn, what gives back the focus] of a dialog opened by state, without a Radix trigger. What was
 * tapped answers first: it is drawn after the next paint, and stands no later for that. 'Back' closes it. Radix would
 * drop the focus then: returns it to the element that had it, or what is left around it; if a link of the dialog led to
 * another screen, to that screen's content.
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
 * 'Back' does what Escape does, to the topmost of what lies over the screen: on a phone it is the gesture that closes a
 * sheet, and would leave the screen under it. The browser lets it be refused once after each tap, so nobody is held.
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
