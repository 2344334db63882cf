import { useEffect, useMemo, useRef } from 'react'

/**
 * For a dialog opened by state, without a Radix trigger: Radix would drop the focus when it closes. Returns the focus
 * to the element that had it, or to the page's content when that is gone.
 */
export function useRestoreFocus(open: boolean) {
  // Read during render: after mounting, the dialog's first control may already have the focus.
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
