import { useCallback, useEffect, useRef, type RefObject } from 'react'

/** The button that begins an edit and is away meanwhile: it gets the focus when the edit ends. */
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
 * A list whose next change takes the pressed button away or moves it. Answers how to say what gets the focus then;
 * nothing does when the focus is somewhere else by that time.
 */
export function useFocusAfterChange(list: unknown): (focus: () => void) => void {
  const next = useRef<(() => void) | null>(null)
  const listed = useRef(list)
  useEffect(() => {
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
