import EmblaCarousel from 'embla-carousel'
import Autoplay from 'embla-carousel-autoplay'
import { DELAYS } from '@/core/constants'

/**
 * Starts autoplay of the rendered carousel (landing-page.tsx; docs/product.md, 'Landing and beta pages'). Reduced
 * motion and the pause button stop it until the visitor presses play (WCAG 2.2.2); hover, touch, focus and leaving the
 * view pause it.
 *
 * No React: the prerendered landing page runs this alone (src/app/landing-document.ts). Returns a function that stops
 * it.
 */
export function startCourts(root: HTMLElement): () => void {
  const part = (name: string) => root.querySelector<HTMLElement>(`[data-courts="${name}"]`)
  const viewport = part('viewport')
  const button = part('button')
  if (!viewport || !button) throw new Error('The courts lack their parts')

  // Each picture must be loaded before its turn.
  for (const picture of root.querySelectorAll('img')) picture.loading = 'eager'
  // Undoes scrolling from before the script ran.
  viewport.scrollLeft = 0
  const end = new AbortController()
  const { signal } = end
  const autoplay = Autoplay({ delay: DELAYS.carousel, playOnInit: false, stopOnFocusIn: false })
  const embla = EmblaCarousel(viewport, { loop: true, duration: 32 }, [autoplay])
  const less = window.matchMedia('(prefers-reduced-motion: reduce)')
  let chosen: boolean | null = null

  const isWanted = () => chosen ?? !less.matches
  const update = () => {
    const wanted = isWanted()
    root.dataset.courts = wanted ? 'playing' : 'paused'
    if (wanted && !pauseReasons.any()) autoplay.play(less.matches)
    else autoplay.stop()
  }
  const pauseReasons = watchPauseReasons(root, update, signal)

  button.addEventListener(
    'click',
    () => {
      chosen = !isWanted()
      // Starts at once, even while the pointer or the focus is still on the button.
      pauseReasons.clear()
      update()
    },
    { signal },
  )
  const names = root.querySelectorAll('[data-court]')
  for (const [at, name] of names.entries()) {
    name.addEventListener('click', () => embla.scrollTo(at, less.matches), { signal })
  }
  embla.on('select', () => {
    const selected = embla.selectedScrollSnap()
    for (const [at, name] of names.entries()) {
      if (at === selected) name.setAttribute('aria-current', 'true')
      else name.removeAttribute('aria-current')
    }
  })
  less.addEventListener('change', update, { signal })
  update()

  return () => {
    end.abort()
    embla.destroy()
  }
}

type PauseReason = 'pointer' | 'touch' | 'focus' | 'outOfView'

/**
 * Watches `element`, until `signal` aborts, for a hovering pointer, a touch, keyboard focus, and leaving the
 * viewport. Calls `onChange` whenever the number of reasons to pause changes.
 */
function watchPauseReasons(element: HTMLElement, onChange: () => void, signal: AbortSignal) {
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
  const visibility = new IntersectionObserver((entries) =>
    setReason('outOfView', entries.at(-1)?.isIntersecting === false),
  )
  visibility.observe(element)
  signal.addEventListener('abort', () => visibility.disconnect())

  return {
    any: () => reasons.size > 0,
    /** Clears the active reasons. Each counts again when it next begins. */
    clear: () => reasons.clear(),
  }
}
