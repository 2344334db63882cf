import { buttonLook } from '@/ui/button-look'
import { Court, CourtPlan } from '../court'
import court from '../courts/duro.svg?raw'
import { LANDING_EN as texts } from '../landing-en-texts'
import { usePageHead } from '../use-page-head'
import { LessonNote, VoiceMessage } from './examples'
import { Hero, LandingFrame, Offer } from './landing-frame'

/** The English landing page, at '/eng'. */
export function LandingEnglishPage() {
  usePageHead('homeEn')
  const { retention, plan } = texts
  return (
    <LandingFrame language="en" texts={texts} hero={<Hero texts={texts} art={<Conversation />} />}>
      <div
        className={
          'mx-auto grid max-w-[1680px] grid-cols-1 gap-4 px-4 pb-14 md:px-8 lg:grid-cols-[1.25fr_1fr] ' +
          'lg:py-14 xl:px-12'
        }
      >
        <section className="relative isolate overflow-hidden rounded-2xl bg-saibro p-6 text-white shadow-card md:p-9">
          <CourtPlan className="-top-24 h-[26rem] opacity-35" />
          <p
            aria-hidden="true"
            className="figures text-8xl leading-none font-black tracking-[-0.05em] md:text-9xl"
          >
            {retention.figure}
          </p>
          <h2 className="mt-6 max-w-lg text-3xl font-black tracking-[-0.03em] md:text-4xl">
            {retention.title}
          </h2>
          <p className="mt-3 max-w-md text-lg leading-snug font-semibold">{retention.text}</p>
        </section>
        <Offer
          {...plan}
          className="border border-line bg-surface"
          action={
            // No action yet (docs/product.md, 'Landing and beta pages').
            <button
              type="button"
              className={buttonLook({ tone: 'court', className: 'min-h-14 text-lg sm:px-7' })}
            >
              {plan.action}
            </button>
          }
        />
      </div>
    </LandingFrame>
  )
}

/** A voice message and the lesson made from it. */
const Conversation = () => (
  <div
    className={
      'relative isolate grid grid-cols-1 content-center gap-4 overflow-hidden px-4 py-8 md:px-8 lg:h-full ' +
      'lg:rounded-2xl lg:px-10'
    }
  >
    <Court svg={court} className="absolute inset-0 -z-10" />
    <div className="absolute inset-x-0 top-0 -z-10 h-40 bg-[linear-gradient(#071415a6,transparent)]" />
    <VoiceMessage voice={texts.voice} className="w-full max-w-xs justify-self-end shadow-lift lg:max-w-sm" />
    <LessonNote lesson={texts.lesson} className="w-full max-w-sm rounded-bl-sm lg:max-w-md" />
  </div>
)
