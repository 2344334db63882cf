/** Why autoplay is paused. */
type PauseReason = 'pointer' | 'touch' | 'focus' | 'outOfView'

interface PauseReasons {
  any: () => boolean
  /** Clears the active reasons; each counts again when it next begins. */
  clear: () => void
}

/**
 * Watches `element`, until `signal` aborts, for a hovering pointer, a touch, keyboard focus, and leaving the
 * viewport. Calls `onChange` whenever the number of reasons to pause changes.
 */
export function watchPauseReasons(
  element: HTMLElement,
  onChange: () => void,
  signal: AbortSignal,
): PauseReasons {
  const reasons = new Set<PauseReason>()
  const setReason = (reason: PauseReason, on: boolean) => {
    const before = reasons.size
    if (on) reasons.add(reason)
    else reasons.delete(reason)
    if (reasons.size !== before) onChange()
  }
  const listen = <Type extends keyof HTMLElementEventMap>(
    type: Type,
    listener: (event: HTMLElementEventMap[Type]) => void,
  ) => element.addEventListener(type, listener, { signal, passive: true })

  listen('pointerenter', ({ pointerType }) => setReason('pointer', pointerType === 'mouse'))
  listen('pointerleave', () => setReason('pointer', false))
  listen('touchstart', () => setReason('touch', true))
  listen('touchend', () => setReason('touch', false))
  listen('touchcancel', () => setReason('touch', false))
  listen('focusin', ({ target }) =>
    setReason('focus', target instanceof Element && target.matches(':focus-visible')),
  )
  listen('focusout', ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && element.contains(relatedTarget))) setReason('focus', false)
  })
  const visibility = new IntersectionObserver(([entry]) => {
    if (entry) setReason('outOfView', !entry.isIntersecting)
  })
  visibility.observe(element)
  signal.addEventListener('abort', () => visibility.disconnect())

  return { any: () => reasons.size > 0, clear: () => reasons.clear() }
}
