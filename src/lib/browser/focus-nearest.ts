/**
 * Gives the focus back to what had it. If that is gone, or goes once what was done is read again, what is left around it
 * gets the focus: the nearest row or heading that takes it, and at last the topmost dialog, or the page's content.
 *
 * @param around what had the focus, and all around it (`withAncestors`).
 */
export function focusNearest(around: readonly HTMLElement[]): void {
  const [first] = around
  const target = first?.isConnected ? first : nearest(around)
  target?.focus({ preventScroll: true })
  if (!target || target !== first) return
  const whileFocused = new MutationObserver(() => {
    if (document.activeElement === first) return
    whileFocused.disconnect()
    // Who left it for the bare page keeps that.
    if (!first.isConnected && document.activeElement === document.body) focusNearest(around)
  })
  whileFocused.observe(document.body, { childList: true, subtree: true })
}

const nearest = (around: readonly HTMLElement[]): HTMLElement | undefined =>
  around
    .filter(({ isConnected }) => isConnected)
    .map(focusable)
    .find((element) => element !== null) ??
  // What lies over the page stands after it, the topmost last.
  [...document.querySelectorAll<HTMLElement>('main, [role=dialog], [role=alertdialog]')].at(-1)

/** The element itself if it takes focus by code, or the heading of the section that it is. */
const focusable = (element: HTMLElement): HTMLElement | null =>
  element.matches('[tabindex="-1"]') ? element : element.querySelector(':scope:is(section) h2[tabindex="-1"]')

/** The element and all around it, nearest first. Read in time: what has left the document has no ancestors any more. */
export const withAncestors = (element: Element | null): readonly HTMLElement[] =>
  element instanceof HTMLElement && element !== document.body
    ? [element, ...withAncestors(element.parentElement)]
    : []
