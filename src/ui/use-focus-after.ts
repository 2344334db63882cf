import { useCallback, useEffect, useLayoutEffect, useRef, type RefObject } from 'react'

/** A ref for a button that disappears while an edit is open: it gets the focus back when the edit ends. */
export function useFocusAfterEditing(editing: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null)
  const wasEditing = useRef(editing)
  useEffect(() => {
    if (wasEditing.current && !editing) button.current?.focus()
    wasEditing.current = editing
  }, [editing])
  return button
}

/**
 * For a list of which a change removes or moves the pressed button, so that the focus would be lost. Returns a function
 * that sets what to focus after that change; nothing is focused if another element has the focus by then.
 */
export function useFocusAfterChange(list: unknown): (focus: () => void) => void {
  const next = useRef<{ pressed: Element | null; focus: () => void } | null>(null)
  const listed = useRef(list)
  // A layout effect, so that it runs before a closed dialog gives the focus to something nearby (`useOverlay`).
  useLayoutEffect(() => {
    if (listed.current === list) return
    listed.current = list
    const waiting = next.current
    const focused = document.activeElement
    const isLost = focused === document.body
    // A list that was read before the press took effect may still hold the button.
    if (!isLost && focused === waiting?.pressed) return
    next.current = null
    if (isLost) waiting?.focus()
  }, [list])
  return useCallback((focus) => {
    next.current = { pressed: document.activeElement, focus }
  }, [])
}

/**
 * For a screen, or the part of it that `part` finds, that is read again: if the focused element in it disappears, the
 * focus moves to the screen's content.
 */
export function useFocusKept(part: () => Element | null | undefined = () => document.querySelector('main')) {
  // Read while rendering: after the commit the focused element is gone.
  const hadFocus = part()?.contains(document.activeElement) === true
  useEffect(() => {
    if (hadFocus && document.activeElement === document.body)
      document.querySelector('main')?.focus({ preventScroll: true })
  })
}
