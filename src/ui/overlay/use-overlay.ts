import { useDeferredValue, useEffect, useMemo, useRef } from 'react'

/**
 * [whether it is drawn, what gives back the focus] of a dialog opened by state, without a Radix trigger. What was
 * tapped answers first: it is drawn after the next paint, and stands no later for that. 'Back' closes it. Radix would
 * drop the focus then: returns it to the element that had it. If the action of the dialog removes that element, also
 * once what it did is read again, the focus goes to what is left around it: the nearest row or heading that takes focus,
 * and at last the dialog below, or the page's content; if a link of the dialog led to another screen, to that screen's
 * content.
 */
export function useOverlay(open: boolean) {
  useBackCloses(open)
  // Read during render: after mounting, the dialog's first control may already have the focus.
  const opener = useMemo(() => (open ? withAncestors(document.activeElement) : null), [open])
  const last = useRef<readonly Element[]>([])
  const at = useRef('')
  useEffect(() => {
    if (!opener) return
    last.current = opener
    at.current = window.location.pathname
  }, [opener])
  const isDue = useDeferredValue(open, false)
  const giveBackFocus = (event: Event) => {
    event.preventDefault()
    if (at.current !== window.location.pathname) {
      document.querySelector('main')?.focus()
      return
    }
    focusNearest(last.current)
  }
  return [open && isDue, giveBackFocus] as const
}

function focusNearest(around: readonly Element[]): void {
  const [opener] = around
  const left = around.filter((element) => element.isConnected && element !== document.body)
  const target = left[0] === opener ? opener : left.map(focusable).find((element) => element !== null)
  if (!(target instanceof HTMLElement)) {
    // What lies over the page stands after it, the topmost last.
    const all = document.querySelectorAll<HTMLElement>('main, [role=dialog], [role=alertdialog]')
    return [...all].at(-1)?.focus()
  }
  target.focus()
  if (target !== opener) return
  const whileFocused = new MutationObserver(() => {
    if (document.activeElement === opener) return
    whileFocused.disconnect()
    if (document.activeElement === document.body) focusNearest(around)
  })
  whileFocused.observe(document.body, { childList: true, subtree: true })
}

/** The element and all around it, nearest first. Read in time: what has left the document has no ancestors any more. */
function withAncestors(element: Element | null): readonly Element[] {
  return element === null ? [] : [element, ...withAncestors(element.parentElement)]
}

/** The element itself if it takes focus by code, or the heading of the section that it is. */
const focusable = (element: Element): Element | null =>
  element.matches('[tabindex="-1"]') ? element : element.querySelector(':scope:is(section) h2[tabindex="-1"]')

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
