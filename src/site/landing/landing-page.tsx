import { Link } from 'react-router-dom'
import { paths } from '@/core/paths'
import { buttonLook } from '@/ui/button-look'
import { CourtPlan } from '../court'
import { LANDING_PT as texts } from '../landing-pt-texts'
import { usePageHead } from '../use-page-head'
import { CourtCarousel } from './court-carousel'
import { LessonNote } from './examples'
import { Hero, LandingFrame, Offer } from './landing-frame'

const SIGN_UP = paths.login.href({ tab: 'signup' })

/** The Portuguese landing page, at '/' and '/pt'. */
export function LandingPage() {
  usePageHead('home')
  return (
    <LandingFrame language="pt" texts={texts} hero={<Hero texts={texts} art={<Courts />} />}>
      <div className="mx-auto grid max-w-[1680px] grid-cols-1 gap-4 px-4 pb-14 md:px-8 lg:grid-cols-[1.25fr_1fr] lg:py-14 xl:px-12">
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
    <CourtCarousel texts={texts.courts} className="h-80 md:h-96 lg:h-full lg:rounded-2xl" />
    <LessonNote
      lesson={texts.lesson}
      className="relative z-10 mx-4 -mt-16 max-w-sm md:mx-8 lg:absolute lg:top-full lg:-left-16 lg:w-80 lg:[translate:0_calc(1.5rem-100%)]"
    />
  </div>
)
