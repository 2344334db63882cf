/** Why autoplay is paused. */
type Hold = 'pointer' | 'touch' | 'focus' | 'outOfSight'

interface Holds {
  any: () => boolean
  /** Clears the active reasons; each counts again when it next begins. */
  release: () => void
}

/**
 * Watches `element`, until `signal` aborts, for a hovering pointer, a touch, keyboard focus, and leaving the
 * viewport. Calls `onChange` whenever the number of reasons to pause changes.
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
