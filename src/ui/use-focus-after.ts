import { useCallback, useEffect, useLayoutEffect, useRef, type RefObject } from 'react'

/** For a button that disappears while an edit is open: it gets the focus back when the edit ends. */
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
 * For a list whose next change removes or moves the pressed button, so that the focus would be lost. Returns a function
 * that says what to focus after that change; it does nothing if something else has the focus by then.
 */
export function useFocusAfterChange(list: unknown): (focus: () => void) => void {
  const next = useRef<(() => void) | null>(null)
  const listed = useRef(list)
  // Before a closed dialog finds somewhere nearer to go (`useOverlay`).
  useLayoutEffect(() => {
    if (listed.current === list) return
    listed.current = list
    const focus = next.current
    next.current = null
    if (document.activeElement === document.body) focus?.()
  }, [list])
  return useCallback((focus) => {
    next.current = focus
  }, [])
}

/** For a screen that is read again: where what had the focus goes with that, the screen's content has it. */
export function useFocusKept() {
  // Read before it is drawn: by then it is gone.
  const hadFocus = document.querySelector('main')?.contains(document.activeElement) === true
  useEffect(() => {
    if (hadFocus && document.activeElement === document.body)
      document.querySelector('main')?.focus({ preventScroll: true })
  })
}
