import { flushSync } from 'react-dom'

/** Shows more rows of a list, and focuses the first of them: the button, which may be gone, stood below it. */
export function showMore(list: ParentNode | null, show: () => void) {
  const rows = () => list?.querySelectorAll('li')
  const shown = rows()?.length ?? 0
  flushSync(show)
  rows()?.[shown]?.querySelector<HTMLElement>('a, button, input')?.focus({ preventScroll: true })
}
