import { useRef, type MouseEvent, type PointerEvent } from 'react'
import { prefersStillness } from '@/lib/browser/touch'

/** Distances in px: how far a finger must go before the row follows it, and before letting go triggers the action. */
const FOLLOWS = 10
const DOES = 88
/** In px. A swipe that starts this close to the screen's edge is left to the browser, for which it means 'back'. */
const EDGE = 24

interface Swipe {
  x: number
  y: number
  /** How far the finger has moved sideways, in px; null until it clearly moves sideways. */
  by: number | null
}

function move(row: HTMLElement, by: number, isBack: boolean) {
  row.style.transition = isBack ? 'transform .18s ease-out' : 'none'
  row.style.transform = by === 0 ? '' : `translateX(${by}px)`
}

/**
 * Returns the handlers of a row that a finger can swipe. Letting go far enough to the right or left runs `right` or
 * `left`, each of which must also be a button of the row; null disables a direction. The row needs `touch-pan-y`. Under
 * reduced motion nothing is swiped.
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
        if (Math.abs(event.clientY - started.y) > FOLLOWS) {
          swipe.current = null
          return
        }
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
      // The end of a swipe is not a tap. A click by key has no `detail` and passes.
      if (!moved.current || event.detail === 0) return
      moved.current = false
      event.preventDefault()
      event.stopPropagation()
    },
  }
}
