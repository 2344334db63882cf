import { useEffect, useMemo, useRef } from 'react'

/**
 * For a dialog that is opened by state and has no Radix trigger: Radix then leaves the focus nowhere when it closes.
 * Gives it back to what had it before, or to the page's content when that is gone.
 */
export function useGiveBackFocus(open: boolean) {
  // Read while rendering: once the dialog is in the page, its own first control may have the focus already.
  const opener = useMemo(() => (open ? document.activeElement : null), [open])
  const last = useRef<Element | null>(null)
  useEffect(() => {
    if (opener) last.current = opener
  }, [opener])
  return (event: Event) => {
    event.preventDefault()
    const target = last.current?.isConnected ? last.current : document.querySelector('main')
    if (target instanceof HTMLElement && target !== document.body) target.focus()
  }
}
