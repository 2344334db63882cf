import { useCallback, useEffect, useState, type RefObject } from 'react'

/** What keeps something that moves by itself still for a while. */
export type Hold = 'pointer' | 'touch' | 'focus' | 'outOfSight'

/**
 * Watches an element for a pointer over it, a finger on it, the keyboard inside it, and for nobody seeing it. `release`
 * forgets those reasons until they begin again.
 */
export function useHolds(element: RefObject<HTMLElement | null>): { held: boolean; release: () => void } {
  const [holds, setHolds] = useState<readonly Hold[]>([])

  useEffect(() => {
    const watched = element.current
    if (!watched) return
    const end = new AbortController()
    const hold = (reason: Hold, on: boolean) =>
      setHolds((before) => {
        if (before.includes(reason) === on) return before
        return on ? [...before, reason] : before.filter((other) => other !== reason)
      })
    const listen = <Type extends keyof HTMLElementEventMap>(
      type: Type,
      listener: (event: HTMLElementEventMap[Type]) => void,
    ) => watched.addEventListener(type, listener, { signal: end.signal, passive: true })

    listen('pointerenter', ({ pointerType }) => hold('pointer', pointerType === 'mouse'))
    listen('pointerleave', () => hold('pointer', false))
    listen('touchstart', () => hold('touch', true))
    listen('touchend', () => hold('touch', false))
    listen('touchcancel', () => hold('touch', false))
    listen('focusin', ({ target }) =>
      hold('focus', target instanceof Element && target.matches(':focus-visible')),
    )
    listen('focusout', ({ relatedTarget }) => {
      if (!(relatedTarget instanceof Node && watched.contains(relatedTarget))) hold('focus', false)
    })
    const sight = new IntersectionObserver(([entry]) => {
      if (entry) hold('outOfSight', !entry.isIntersecting)
    })
    sight.observe(watched)
    return () => {
      end.abort()
      sight.disconnect()
    }
  }, [element])

  const release = useCallback(() => setHolds([]), [])
  return { held: holds.length > 0, release }
}
