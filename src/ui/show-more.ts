import { flushSync } from 'react-dom'
import { unhurry } from '@/lib/browser/touch'

/**
 * Shows more rows of a list, and focuses the first of them: the button, which may be gone, stood below it. There the
 * second tap of an unsure finger must not answer a lesson.
 */
export function showMore(list: Element | null, show: () => void) {
  const rows = () => list?.querySelectorAll('li')
  const shown = rows()?.length ?? 0
  flushSync(show)
  if (list) unhurry(list)
  rows()?.[shown]?.querySelector<HTMLElement>('a, button, input')?.focus({ preventScroll: true })
}
