import EmblaCarousel from 'embla-carousel'
import Autoplay from 'embla-carousel-autoplay'
import { DELAYS } from '@/domain/shared/constants'
import { watchHolds } from './autoplay-pauses'

/**
 * Sets the drawn courts (court-carousel.tsx) moving: one after another every 2.5 s, around and around. They
 * wait under a finger or a pointer, while the keyboard is inside, and while nobody can see them; they stand still for
 * who asked for less motion, and for who pressed the button (WCAG 2.2.2).
 *
 * Without React: the prerendered landing page runs this alone (src/app/landing-document.ts). Answers how to stop it.
 */
export function startCourts(root: HTMLElement): () => void {
  const part = (name: string) => root.querySelector<HTMLElement>(`[data-courts="${name}"]`)
  const viewport = part('viewport')
  const button = part('button')
  if (!viewport || !button) throw new Error('The courts lack their parts')

  // Where it was scrolled by hand before it could move by itself.
  viewport.scrollLeft = 0
  const end = new AbortController()
  const { signal } = end
  const autoplay = Autoplay({ delay: DELAYS.carousel, playOnInit: false, stopOnFocusIn: false })
  const embla = EmblaCarousel(viewport, { loop: true, duration: 32 }, [autoplay])
  const less = window.matchMedia('(prefers-reduced-motion: reduce)')
  /** What the visitor pressed, if anything. */
  let chosen: boolean | null = null

  const isWanted = () => chosen ?? !less.matches
  const update = () => {
    const wanted = isWanted()
    root.dataset.courts = wanted ? 'playing' : 'paused'
    if (wanted && !holds.any()) autoplay.play(less.matches)
    else autoplay.stop()
  }
  const holds = watchHolds(root, update, signal)

  button.addEventListener(
    'click',
    () => {
      chosen = !isWanted()
      // Who presses play sees it play, even with the pointer or the keyboard still here.
      holds.release()
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
