import { useRef, type MouseEvent, type PointerEvent } from 'react'
import { prefersStillness } from '@/lib/browser/touch'

/** So far a finger must go before the row follows it, and before letting go does something. */
const FOLLOWS = 10
const DOES = 88
/** A swipe from the edge of the screen is the browser's: it goes back. */
const EDGE = 24

interface Swipe {
  x: number
  y: number
  /** Of the finger, once it goes sideways; null: not yet. */
  by: number | null
}

function move(row: HTMLElement, by: number, isBack: boolean) {
  row.style.transition = isBack ? 'transform .18s ease-out' : 'none'
  row.style.transform = by === 0 ? '' : `translateX(${by}px)`
}

/**
 * A row that a finger moves to the right or to the left; letting go far enough does what one of its buttons does. The
 * row needs `touch-pan-y`. Nothing moves where the coach wants no motion.
 */
export function useSwipe({ right, left }: { right: (() => void) | null; left: (() => void) | null }) {
  const swipe = useRef<Swipe | null>(null)
  const moved = useRef(false)

  function end({ currentTarget }: PointerEvent<HTMLElement>, isDone: boolean) {
    const by = swipe.current?.by ?? null
    swipe.current = null
    if (by === null) return
    move(currentTarget, 0, true)
    const does = by > 0 ? right : left
    if (isDone && Math.abs(by) >= DOES) does?.()
  }

  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      moved.current = false
      const { clientX: x, clientY: y, pointerType } = event
      const isEdge = x < EDGE || x > window.innerWidth - EDGE
      if (pointerType === 'touch' && !isEdge && !prefersStillness()) swipe.current = { x, y, by: null }
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const started = swipe.current
      if (started === null) return
      const by = event.clientX - started.x
      const does = by > 0 ? right : left
      if (started.by === null) {
        if (Math.abs(event.clientY - started.y) > FOLLOWS) swipe.current = null
        if (Math.abs(by) < FOLLOWS || does === null) return
        event.currentTarget.setPointerCapture(event.pointerId)
        moved.current = true
      }
      started.by = does === null ? 0 : by
      move(event.currentTarget, started.by, false)
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => end(event, true),
    onPointerCancel: (event: PointerEvent<HTMLElement>) => end(event, false),
    onClickCapture: (event: MouseEvent) => {
      // The finger that swiped taps nothing; a key's click, of which there is no detail, is no finger's.
      if (!moved.current || event.detail === 0) return
      moved.current = false
      event.preventDefault()
      event.stopPropagation()
    },
  }
}
