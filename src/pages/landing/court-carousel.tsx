import { clsx } from 'clsx'
import Autoplay from 'embla-carousel-autoplay'
import useEmblaCarousel from 'embla-carousel-react'
import { useEffect, useRef, useState } from 'react'
import { CourtView } from '@/components/court-view'
import { SURFACE_NAMES, type SurfaceName } from '@/components/court-surfaces'
import { useMediaQuery } from '@/hooks/use-media-query'
import { DELAYS } from '@/domain/constants'
import { Pause, Play } from './icons'
import { useHolds } from './use-holds'

export interface CourtTexts {
  label: string
  carousel: string
  slide: string
  pause: string
  play: string
  position: (at: number, of: number) => string
  surfaces: Record<SurfaceName, { name: string; text: string }>
}

const COLOURS: Record<SurfaceName, string> = {
  saibro: 'bg-saibro',
  grama: 'bg-grama',
  duro: 'bg-duro',
  areia: 'bg-areia',
}

/**
 * The four surfaces, one after another every 2.5 s (spec §2, §9). They wait under a finger or a pointer, while the
 * keyboard is inside, and while nobody can see them; they stand still for who asked for less motion, and for who
 * pressed the button (WCAG 2.2.2).
 */
export function CourtCarousel({ texts, className }: { texts: CourtTexts; className?: string }) {
  const calm = useMediaQuery('(prefers-reduced-motion: reduce)')
  const [plugins] = useState(() => [
    Autoplay({ delay: DELAYS.carousel, playOnInit: false, stopOnFocusIn: false, jump: calm }),
  ])
  const [viewport, embla] = useEmblaCarousel({ loop: true, duration: 32 }, plugins)
  const root = useRef<HTMLElement>(null)
  const [chosen, setChosen] = useState<boolean | null>(null)
  const { held, release } = useHolds(root)
  const [selected, setSelected] = useState(0)
  const wanted = chosen ?? !calm

  useEffect(() => {
    if (!embla) return
    if (wanted && !held) embla.plugins().autoplay.play(calm)
    else embla.plugins().autoplay.stop()
  }, [embla, wanted, held, calm])

  useEffect(() => {
    if (!embla) return
    const follow = () => setSelected(embla.selectedScrollSnap())
    embla.on('select', follow)
    return () => {
      embla.off('select', follow)
    }
  }, [embla])

  return (
    <section
      ref={root}
      aria-label={texts.label}
      aria-roledescription={texts.carousel}
      className={clsx('relative isolate overflow-hidden bg-court-deep', className)}
    >
      <div className="absolute top-0 right-0 z-10 flex p-2 md:p-4">
        <button
          type="button"
          className="grid size-11 place-items-center rounded-full bg-[#071415]/60 text-white hover:bg-[#071415]"
          onClick={() => {
            setChosen(!wanted)
            // Who presses play sees it play, even with the pointer or the keyboard still here.
            release()
          }}
        >
          {wanted ? <Pause className="size-5" /> : <Play className="size-5" />}
          <span className="sr-only">{wanted ? texts.pause : texts.play}</span>
        </button>
        <div className="hidden sm:flex">
          {SURFACE_NAMES.map((name, at) => (
            <button
              key={name}
              type="button"
              aria-current={at === selected ? 'true' : undefined}
              className="group grid size-11 place-items-center rounded-full"
              onClick={() => embla?.scrollTo(at, calm)}
            >
              <span
                className={clsx(
                  'size-4 rounded-full border-2 border-white/70 transition-transform group-hover:scale-125',
                  'group-aria-[current]:scale-150 group-aria-[current]:border-white',
                  COLOURS[name],
                )}
              />
              <span className="sr-only">{texts.surfaces[name].name}</span>
            </button>
          ))}
        </div>
      </div>
      <div ref={viewport} className="size-full overflow-hidden noscript:overflow-x-auto">
        <div className="flex h-full touch-pan-y">
          {SURFACE_NAMES.map((name, at) => (
            <div
              key={name}
              role="group"
              aria-roledescription={texts.slide}
              aria-label={texts.position(at + 1, SURFACE_NAMES.length)}
              className="relative h-full min-w-0 flex-none basis-full"
            >
              <CourtView surface={name} near className="absolute inset-0 size-full" />
              <p className="absolute inset-x-0 top-0 bg-linear-to-b from-[#071415]/65 to-transparent px-4 pt-3 pb-10 text-white md:px-6 md:pt-5">
                <b className="block text-2xl leading-tight font-black tracking-tight md:text-3xl">
                  {texts.surfaces[name].name}
                </b>
                <span className="text-[15px] font-semibold">{texts.surfaces[name].text}</span>
              </p>
            </div>
          ))}
        </div>
      </div>
    </section>
  )
}
