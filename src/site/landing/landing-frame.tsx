import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { paths } from '@/core/paths'
import { buttonLook } from '@/ui/button-look'
import { Logo } from '@/ui/logo'
import { useInBrowser } from '@/ui/use-in-browser'
import alunaDark from '../screens/aluna-dark.webp'
import alunaLight from '../screens/aluna-light.webp'
import extratoDark from '../screens/extrato-dark.webp'
import extratoLight from '../screens/extrato-light.webp'
import hojeDark from '../screens/hoje-dark.webp'
import hojeLight from '../screens/hoje-light.webp'
import { LanguageToggle, SiteFooter, ClaimList, type Language } from '../site-parts'
import { Check, type LandingTexts } from './examples'
import { FeatureList } from './tiles'

const VIEWS = ['home', 'features'] as const
type View = (typeof VIEWS)[number]

/**
 * The view that the address names. Null until scripts run, because until then index.css follows `:target`; later
 * `:target` does not follow client-side navigation.
 */
function useView(): View | null {
  const { hash } = useLocation()
  const scriptsRun = useInBrowser(() => true, false)
  if (!scriptsRun) return null
  return hash === '#features' ? 'features' : 'home'
}

interface LandingFrameProps {
  language: Language
  texts: LandingTexts
  hero: ReactNode
  children: ReactNode
}

/**
 * Frame of both landing pages (docs/product.md, 'Landing and beta pages'): top bar, stage with hero, screens and
 * features, offers, questions, footer.
 */
export function LandingFrame({ language, texts, hero, children }: LandingFrameProps) {
  const view = useView()
  const { bar } = texts
  return (
    <div className="bg-paper">
      {/* On a phone the first line scrolls away and the second one sticks. */}
      <header className="sticky -top-14 z-20 bg-court-deep text-court-ink [--accent:#dbf24a] md:top-0">
        <div
          className={
            'mx-auto flex max-w-[1680px] flex-wrap items-center justify-between gap-x-1 px-4 md:min-h-18 ' +
            'md:px-8 xl:px-12'
          }
        >
          <a href="#home" className="inline-flex min-h-14 items-center rounded-lg pr-2" aria-label={bar.logo}>
            <Logo />
          </a>
          <nav
            aria-label={bar.navigation}
            className="order-last -mx-2 flex w-full md:order-none md:mr-auto md:ml-4 md:w-auto"
          >
            {VIEWS.map((name) => (
              <a
                key={name}
                href={`#${name}`}
                aria-current={view === name ? 'location' : undefined}
                className={
                  'inline-flex min-h-12 items-center rounded-lg px-3 font-bold decoration-ball ' +
                  'decoration-3 underline-offset-6 hover:bg-white/12 lg:aria-[current]:underline'
                }
              >
                {bar[name]}
              </a>
            ))}
          </nav>
          <div className="flex items-center gap-1 md:gap-2">
            <LanguageToggle current={language} hrefs={{ pt: paths.home.href(), en: paths.homeEn.href() }} />
            <Link
              to={paths.login.href({ tab: 'login' })}
              className={buttonLook({ tone: 'glass', size: 'sm' })}
            >
              {bar.enter}
            </Link>
          </div>
        </div>
      </header>
      <main>
        <div className="stage" data-view={view ?? undefined}>
          <div id="home">
            <section className="bg-court-deep text-court-ink [--accent:#dbf24a]">{hero}</section>
            <Screens texts={texts.screens} />
          </div>
          <section id="features" aria-labelledby="features-title" className="-scroll-mt-8 md:-scroll-mt-2">
            <FeatureList texts={texts} />
          </section>
        </div>
        {children}
        <Questions texts={texts.questions} />
      </main>
      <SiteFooter texts={texts.footer} />
    </div>
  )
}

/** The headline, main action and proof; `art` is the picture beside it, or below on a phone. */
export function Hero({ texts, art }: { texts: LandingTexts; art: ReactNode }) {
  const { title, sports, lead, action, note } = texts.hero
  return (
    <div
      className={
        'mx-auto grid max-w-[1680px] grid-cols-1 lg:min-h-[calc(100svh-4.5rem)] lg:grid-flow-col ' +
        'lg:grid-cols-[minmax(0,1fr)_minmax(0,1.08fr)] lg:grid-rows-[1fr_auto]'
      }
    >
      <div className="px-4 pt-8 pb-9 md:px-8 lg:self-center lg:py-8 lg:pr-10 xl:pr-16 xl:pl-12">
        <p className="max-w-md text-[15px] font-semibold opacity-85">{sports}</p>
        <h1
          className={
            'mt-4 text-[2.75rem] leading-[1.02] font-black tracking-[-0.035em] text-wrap sm:text-6xl ' +
            'lg:text-[clamp(3.25rem,5.2vw,5.5rem)]'
          }
        >
          {`${title.before} `}
          <span className="block">
            <em className="text-ball not-italic">{title.marked}</em>
            {` ${title.after}`}
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
          <p className="text-center text-[15px] text-balance opacity-85 sm:text-left">{note}</p>
        </div>
      </div>
      {/* Before the long picture: a browser that drew only a part of the document moved the headline up when the
          claims arrived. */}
      <ClaimList
        claims={texts.claims}
        className="order-last px-4 pt-4 pb-8 md:px-8 lg:order-none lg:pt-0 xl:pl-12"
      />
      <div className="lg:row-span-2 lg:pr-6 lg:pb-6">{art}</div>
    </div>
  )
}

interface OfferProps {
  title: string
  lead: string
  includes: readonly string[]
  /** A placeholder; screen readers read only `spoken`, which is also visible. */
  price?: { figure: string; spoken: string; period: string }
  action: ReactNode
  note?: string
  className?: string
}

/** An offer with its contents and one action. */
export const Offer = ({ title, lead, includes, price, action, note, className }: OfferProps) => (
  <div
    className={clsx(
      'relative isolate flex flex-col gap-5 overflow-hidden rounded-2xl p-6 shadow-card md:p-9',
      className,
    )}
  >
    <div>
      <h2 className="text-3xl font-black tracking-[-0.03em] md:text-4xl">{title}</h2>
      <p className="mt-2 max-w-md text-lg leading-snug">{lead}</p>
    </div>
    {price && (
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span aria-hidden="true" className="figures text-4xl font-black">
          {price.figure}
        </span>
        <span aria-hidden="true" className="font-semibold text-ink-soft">
          {price.period}
        </span>
        <span className="w-full text-[15px] font-semibold text-ink-soft">{price.spoken}</span>
      </p>
    )}
    <ul className="grid gap-2 text-lg font-semibold">
      {includes.map((item) => (
        <li key={item} className="flex items-center gap-2.5">
          <Check className="size-5" />
          {item}
        </li>
      ))}
    </ul>
    <div className="mt-auto flex flex-col gap-3 pt-2 sm:flex-row sm:flex-wrap sm:items-center">
      {action}
      {note && <p className="text-center text-[15px] sm:text-left">{note}</p>}
    </div>
  </div>
)

/** Made by `npm run photograph`. */
const SCREENS = [
  { name: 'hoje', light: hojeLight, dark: hojeDark },
  { name: 'extrato', light: extratoLight, dark: extratoDark },
  { name: 'aluna', light: alunaLight, dark: alunaDark },
] as const

const SAMPLE = paths.sampleStudent.href()

/** Three screens of the app in the visitor's theme, and a link to the sample student's page. */
const Screens = ({ texts: { title, items, sample } }: { texts: LandingTexts['screens'] }) => (
  <section className="mx-auto max-w-[1680px] px-4 py-12 md:px-8 lg:py-14 xl:px-12">
    <h2 className="text-4xl font-black tracking-[-0.03em] md:text-5xl">{title}</h2>
    <ul className="mt-7 grid grid-cols-[repeat(3,minmax(16rem,20rem))] justify-between gap-5 overflow-x-auto">
      {SCREENS.map(({ name, light, dark }) => {
        const { words, shows } = items[name]
        const picture = (
          <picture>
            <source srcSet={dark} media="(prefers-color-scheme: dark)" />
            <img
              src={light}
              alt={shows}
              width="390"
              height="844"
              loading="lazy"
              className="rounded-2xl border-4 border-court-deep"
            />
          </picture>
        )
        return (
          <li key={name}>
            <figure>
              {/* The list scrolls sideways on a phone; by its last link the keyboard reaches the end. */}
              {name === 'aluna' ? <a href={SAMPLE}>{picture}</a> : picture}
              <figcaption className="mt-3 text-xl leading-tight font-extrabold">{words}</figcaption>
            </figure>
          </li>
        )
      })}
    </ul>
    <p className="mt-7">
      <a href={SAMPLE} className={buttonLook({ tone: 'court', className: 'min-h-14 text-lg sm:px-7' })}>
        {sample}
      </a>
    </p>
  </section>
)

/** Questions that coaches ask before they begin. */
const Questions = ({ texts: { title, items } }: { texts: LandingTexts['questions'] }) => (
  <section className="mx-auto max-w-[1680px] px-4 pb-12 md:px-8 xl:px-12">
    <h2 className="text-4xl font-black tracking-[-0.03em] md:text-5xl">{title}</h2>
    <dl className="mt-7">
      {items.map(({ ask, answer }) => (
        <div key={ask} className="grid grid-cols-1 gap-2 border-t border-line py-4 md:grid-cols-2">
          <dt className="text-xl leading-tight font-extrabold">{ask}</dt>
          <dd className="leading-snug text-ink-soft">{answer}</dd>
        </div>
      ))}
    </dl>
  </section>
)
