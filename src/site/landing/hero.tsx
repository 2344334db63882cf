import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '@/core/paths'
import { buttonLook } from '@/ui/button-look'
import { ClaimList } from '../claim-list'
import { CLAIMS, type LandingTexts } from '../landing-texts'

/** The headline, main action and proof; `art` is the picture beside it, or below on a phone. */
export function Hero({ texts, art }: { texts: LandingTexts; art: ReactNode }) {
  const { title, sports, lead, action, note } = texts.hero
  return (
    <div className="mx-auto grid max-w-[1680px] grid-cols-1 lg:min-h-[calc(100svh-4.5rem)] lg:grid-cols-[minmax(0,1fr)_minmax(0,1.08fr)] lg:grid-rows-[1fr_auto]">
      <div className="px-4 pt-8 pb-9 md:px-8 lg:self-center lg:py-8 lg:pr-10 xl:pr-16 xl:pl-12">
        <p className="max-w-md text-[15px] font-semibold text-court-ink/80">{sports}</p>
        <h1 className="mt-4 text-[2.75rem] leading-[1.02] font-black tracking-[-0.035em] text-wrap sm:text-6xl lg:text-[clamp(3.25rem,5.2vw,5.5rem)]">
          {title.before}{' '}
          <span className="block">
            <em className="text-ball not-italic">{title.marked}</em> {title.after}
          </span>
        </h1>
        <p className="mt-5 max-w-xl text-lg leading-snug lg:text-xl">{lead}</p>
        <div className="mt-7 flex flex-col gap-3 sm:items-start">
          <Link
            to={paths.login.href({ tab: 'signup' })}
            className={buttonLook({ tone: 'main', className: 'min-h-14 text-lg sm:px-7' })}
          >
            {action}
          </Link>
          <p className="text-center text-[15px] text-balance text-court-ink/85 sm:text-left">{note}</p>
        </div>
      </div>
      <div className="lg:row-span-2 lg:pr-6 lg:pb-6">{art}</div>
      <ClaimList
        claims={CLAIMS.map((claim) => texts.claims[claim])}
        className="px-4 pt-4 pb-8 md:px-8 lg:pt-0 xl:pl-12"
      />
    </div>
  )
}
