/**
 * Gives the focus back to the element that had it. If that element is gone, or disappears when the screen's data is
 * read again, the nearest row or heading around it gets the focus, else the topmost dialog or the page's content.
 *
 * @param around the element that had the focus and its ancestors (`withAncestors`).
 */
export function focusNearest(around: readonly HTMLElement[]): void {
  const [first] = around
  const target = first?.isConnected ? first : nearest(around)
  target?.focus({ preventScroll: true })
  if (!target || target !== first) return
  const whileFocused = new MutationObserver(() => {
    if (document.activeElement === first) return
    whileFocused.disconnect()
    // If the user has moved the focus to the bare page, it stays there.
    if (!first.isConnected && document.activeElement === document.body) focusNearest(around)
  })
  whileFocused.observe(document.body, { childList: true, subtree: true })
}

const nearest = (around: readonly HTMLElement[]): HTMLElement | undefined =>
  around
    .filter(({ isConnected }) => isConnected)
    .map(focusable)
    .find((element) => element !== null) ??
  // Dialogs stand after `main` in the document, the topmost last.
  [...document.querySelectorAll<HTMLElement>('main, [role=dialog], [role=alertdialog]')].at(-1)

/** The element itself if code may focus it, or, if it is a section, its heading. */
const focusable = (element: HTMLElement): HTMLElement | null =>
  element.matches('[tabindex="-1"]') ? element : element.querySelector(':scope:is(section) h2[tabindex="-1"]')

/** The element and its ancestors, nearest first. Call it before the element leaves the document and loses them. */
export const withAncestors = (element: Element | null): readonly HTMLElement[] =>
  element instanceof HTMLElement && element !== document.body
    ? [element, ...withAncestors(element.parentElement)]
    : []
