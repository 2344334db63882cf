import { useEffect, useMemo, useRef } from 'react'

/**
 * For a dialog opened by state, without a Radix trigger: Radix would drop the focus when it closes. Returns the focus
 * to the element that had it. If the action of the dialog removed that element, the focus goes to the heading of its section,
 * where that heading takes focus, and else to the page's content.
 */
export function useRestoreFocus(open: boolean) {
  // Read during render: after mounting, the dialog's first control may already have the focus.
  const opener = useMemo(() => (open ? focused() : null), [open])
  const last = useRef<ReturnType<typeof focused> | null>(null)
  useEffect(() => {
    if (opener) last.current = opener
  }, [opener])
  return (event: Event) => {
    event.preventDefault()
    const { element, section } = last.current ?? focused()
    const heading = section?.isConnected === true ? section.querySelector('h2[tabindex="-1"]') : null
    const target = element?.isConnected === true ? element : (heading ?? document.querySelector('main'))
    if (target instanceof HTMLElement && target !== document.body) target.focus()
  }
}

/** The section is read with the element: one that has left the document has no section any more. */
function focused() {
  const element = document.activeElement
  return { element, section: element?.closest('section') ?? null }
}
