import { clsx } from 'clsx'
import { memo, useEffect, useRef, type ReactNode } from 'react'
import { Court } from '../court'
import areia from '../courts/areia.svg?no-inline'
import duro from '../courts/duro.svg?no-inline'
import grama from '../courts/grama.svg?no-inline'
import saibro from '../courts/saibro.svg?raw'
import { Pause, Play } from './examples'
import { startCourts } from './start-courts'

interface CourtTexts {
  label: string
  carousel: string
  slide: string
  pause: string
  play: string
  position: (at: number, of: number) => string
  surfaces: Record<(typeof COURTS)[number]['name'], { name: string; text: string }>
}

/** Only the first court is seen at first; inlining the others would make the HTML too large for one round trip. */
const COURTS = [
  { name: 'saibro', picture: <Court svg={saibro} className="absolute inset-0" />, colour: 'bg-saibro' },
  { name: 'grama', picture: <LaterCourt src={grama} />, colour: 'bg-grama' },
  { name: 'duro', picture: <LaterCourt src={duro} />, colour: 'bg-duro' },
  { name: 'areia', picture: <LaterCourt src={areia} />, colour: 'bg-areia' },
] as const

type CourtCarouselProps = { texts: CourtTexts; className?: string }

/**
 * The four surfaces as a carousel. React renders it once; then start-courts.ts owns `data-courts` and `aria-current`.
 * Without scripts the buttons are hidden and the courts scroll.
 */
export const CourtCarousel = memo(function CourtCarousel({ texts, className }: CourtCarouselProps) {
  const root = useRef<HTMLElement>(null)
  useEffect(() => (root.current ? startCourts(root.current) : undefined), [])

  return (
    <section
      ref={root}
      data-courts="still"
      aria-label={texts.label}
      aria-roledescription={texts.carousel}
      className={clsx('group/courts relative isolate overflow-hidden bg-court-deep', className)}
    >
      <div className="absolute top-0 right-0 z-10 flex p-2 group-data-[courts=still]/courts:invisible md:p-4">
        <button
          type="button"
          data-courts="button"
          className="grid size-11 place-items-center rounded-full bg-[#071415]/60 text-white hover:bg-[#071415]"
        >
          <When playing>
            <Pause className="size-5" />
            <span className="sr-only">{texts.pause}</span>
          </When>
          <When>
            <Play className="size-5" />
            <span className="sr-only">{texts.play}</span>
          </When>
        </button>
        <div className="hidden sm:flex">
          {COURTS.map(({ name, colour }, at) => (
            <button
              key={name}
              type="button"
              data-court={name}
              aria-current={at === 0 ? 'true' : undefined}
              className="group grid size-11 place-items-center rounded-full"
            >
              <span
                className={clsx(
                  'size-4 rounded-full border-2 border-white/70 transition-transform group-hover:scale-125',
                  'group-aria-[current]:scale-150 group-aria-[current]:border-white',
                  colour,
                )}
              />
              <span className="sr-only">{texts.surfaces[name].name}</span>
            </button>
          ))}
        </div>
      </div>
      <div
        data-courts="viewport"
        className="size-full [scrollbar-width:none] overflow-hidden group-data-[courts=still]/courts:overflow-x-auto"
      >
        <div className="flex h-full [touch-action:pan-y]">
          {COURTS.map(({ name, picture }, at) => (
            <div
              key={name}
              role="group"
              aria-roledescription={texts.slide}
              aria-label={texts.position(at + 1, COURTS.length)}
              className="relative h-full min-w-0 flex-none basis-full"
            >
              {picture}
              <p className="absolute inset-x-0 top-0 bg-[linear-gradient(#071415a6,transparent)] px-4 pt-3 pb-10 text-white md:px-6 md:pt-5">
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
})

/** start-courts.ts loads it before its turn. */
function LaterCourt({ src }: { src: string }) {
  return <img src={src} alt="" loading="lazy" className="absolute inset-0 size-full" />
}

/** The button's content while playing, or while paused. */
const When = ({ playing = false, children }: { playing?: boolean; children: ReactNode }) => (
  <span
    className={clsx(
      'hidden',
      playing ? 'group-data-[courts=playing]/courts:block' : 'group-data-[courts=paused]/courts:block',
    )}
  >
    {children}
  </span>
)
