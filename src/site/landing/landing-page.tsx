import { clsx } from 'clsx'
import { memo, useEffect, useRef, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '@/core/paths'
import { buttonLook } from '@/ui/button-look'
import { Court, CourtPlan } from '../court'
import areia from '../courts/areia.svg?no-inline'
import duro from '../courts/duro.svg?no-inline'
import grama from '../courts/grama.svg?no-inline'
import saibro from '../courts/saibro.svg?raw'
import { LANDING_PT as texts } from '../landing-pt-texts'
import { usePageHead } from '../use-page-head'
import { LessonNote, Pause, Play } from './examples'
import { Hero, LandingFrame, Offer } from './landing-frame'
import { startCourts } from './start-courts'

const SIGN_UP = paths.login.href({ tab: 'signup' })

/** The Portuguese landing page, at '/' and '/pt'. */
export function LandingPage() {
  usePageHead('home')
  return (
    <LandingFrame language="pt" texts={texts} hero={<Hero texts={texts} art={<Courts />} />}>
      <div
        className={
          'mx-auto grid max-w-[1680px] grid-cols-1 gap-4 px-4 pb-14 md:px-8 lg:grid-cols-[1.25fr_1fr] ' +
          'lg:py-14 xl:px-12'
        }
      >
        <Offer
          {...texts.trial}
          className="bg-court text-court-ink [--accent:#dbf24a] dark:bg-court-deep"
          action={
            <>
              <CourtPlan className="-top-10 h-[120%] opacity-20" />
              <Link
                to={SIGN_UP}
                className={buttonLook({ tone: 'main', className: 'min-h-14 text-lg sm:px-7' })}
              >
                {texts.trial.action}
              </Link>
            </>
          }
        />
        <Offer
          {...texts.plan}
          className="border border-line bg-surface"
          action={
            <Link
              to={SIGN_UP}
              className={buttonLook({ tone: 'court', className: 'min-h-14 text-lg sm:px-7' })}
            >
              {texts.plan.action}
            </Link>
          }
        />
      </div>
    </LandingFrame>
  )
}

/**
 * The four courts, overlapped by an example lesson. Beside the text it hangs from its top by a translation: fixed by
 * its bottom, it shifted as it grew in a browser that draws the document while that arrives.
 */
const Courts = () => (
  <div className="relative lg:h-full">
    <CourtCarousel />
    <LessonNote
      lesson={texts.lesson}
      className={
        'relative z-10 mx-4 -mt-16 max-w-sm md:mx-8 lg:absolute lg:top-full lg:-left-16 lg:w-80 ' +
        'lg:[translate:0_calc(1.5rem-100%)]'
      }
    />
  </div>
)

/** Only the first court is seen at first; inlining the others would make the HTML too large for one round trip. */
const COURTS = [
  { name: 'saibro', picture: <Court svg={saibro} className="absolute inset-0" />, colour: 'bg-saibro' },
  { name: 'grama', picture: <LaterCourt src={grama} />, colour: 'bg-grama' },
  { name: 'duro', picture: <LaterCourt src={duro} />, colour: 'bg-duro' },
  { name: 'areia', picture: <LaterCourt src={areia} />, colour: 'bg-areia' },
] as const

/**
 * The four surfaces as a carousel. React renders it once; then start-courts.ts owns `data-courts` and `aria-current`.
 * Without scripts the buttons are hidden and the courts scroll.
 */
const CourtCarousel = memo(function CourtCarousel() {
  const root = useRef<HTMLElement>(null)
  useEffect(() => (root.current ? startCourts(root.current) : undefined), [])

  return (
    <section
      ref={root}
      data-courts="still"
      aria-label={texts.courts.label}
      aria-roledescription={texts.courts.carousel}
      className="group/courts relative isolate h-80 overflow-hidden bg-court-deep md:h-96 lg:h-full lg:rounded-2xl"
    >
      <div className="absolute top-0 right-0 z-10 flex p-2 group-data-[courts=still]/courts:invisible md:p-4">
        <button
          type="button"
          data-courts="button"
          className="grid size-11 place-items-center rounded-full bg-[#071415]/60 text-white hover:bg-[#071415]"
        >
          <When playing>
            <Pause className="size-5" />
            <span className="sr-only">{texts.courts.pause}</span>
          </When>
          <When>
            <Play className="size-5" />
            <span className="sr-only">{texts.courts.play}</span>
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
              <span className="sr-only">{texts.courts.surfaces[name].name}</span>
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
              aria-roledescription={texts.courts.slide}
              aria-label={texts.courts.position(at + 1, COURTS.length)}
              className="relative h-full min-w-0 flex-none basis-full"
            >
              {picture}
              <p
                className={
                  'absolute inset-x-0 top-0 bg-[linear-gradient(#071415a6,transparent)] px-4 pt-3 pb-10 ' +
                  'text-white md:px-6 md:pt-5'
                }
              >
                <b className="block text-2xl leading-tight font-black tracking-tight md:text-3xl">
                  {texts.courts.surfaces[name].name}
                </b>
                <span className="text-[15px] font-semibold">{texts.courts.surfaces[name].text}</span>
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
