/** What keeps something that moves by itself still for a while. */
type Hold = 'pointer' | 'touch' | 'focus' | 'outOfSight'

interface Holds {
  any: () => boolean
  /** Forgets those reasons until they begin again. */
  release: () => void
}

/**
 * Watches an element, until `signal`, for a pointer over it, a finger on it, the keyboard inside it, and for nobody
 * seeing it; says when there is a first reason to keep still and when there is none left.
 */
export function watchHolds(element: HTMLElement, onChange: () => void, signal: AbortSignal): Holds {
  const holds = new Set<Hold>()
  const hold = (reason: Hold, on: boolean) => {
    const before = holds.size
    if (on) holds.add(reason)
    else holds.delete(reason)
    if (holds.size !== before) onChange()
  }
  const listen = <Type extends keyof HTMLElementEventMap>(
    type: Type,
    listener: (event: HTMLElementEventMap[Type]) => void,
  ) => element.addEventListener(type, listener, { signal, passive: true })

  listen('pointerenter', ({ pointerType }) => hold('pointer', pointerType === 'mouse'))
  listen('pointerleave', () => hold('pointer', false))
  listen('touchstart', () => hold('touch', true))
  listen('touchend', () => hold('touch', false))
  listen('touchcancel', () => hold('touch', false))
  listen('focusin', ({ target }) =>
    hold('focus', target instanceof Element && target.matches(':focus-visible')),
  )
  listen('focusout', ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && element.contains(relatedTarget))) hold('focus', false)
  })
  const sight = new IntersectionObserver(([entry]) => {
    if (entry) hold('outOfSight', !entry.isIntersecting)
  })
  sight.observe(element)
  signal.addEventListener('abort', () => sight.disconnect())

  return { any: () => holds.size > 0, release: () => holds.clear() }
}
