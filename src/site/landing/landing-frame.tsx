import { clsx } from 'clsx'
import { useSyncExternalStore, type ReactNode } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { paths } from '@/core/paths'
import { env } from '@/lib/settings/env'
import { buttonLook } from '@/ui/button-look'
import { Logo } from '@/ui/logo'
import type { LandingTexts } from '../landing-texts'
import { LanguageToggle, type Language } from '../language-toggle'
import { SiteFooter } from '../site-footer'

const VIEWS = ['home', 'features'] as const
type View = (typeof VIEWS)[number]

/** Marks the current view by the address until scripts run. */
const UNTIL_SCRIPTS_RUN: Record<View, string> = {
  home: 'lg:[:root:has(.stage:not([data-view])):not(:has(#features:target))_&]:underline',
  features: 'lg:[:root:has(.stage:not([data-view])_#features:target)_&]:underline',
}

/**
 * The view named by the address. Null until scripts run, while index.css follows `:target`; client-side navigation
 * does not update `:target`, so this takes over.
 */
function useView(): View | null {
  const { hash } = useLocation()
  const scriptsRun = useSyncExternalStore(
    nothingChanges,
    () => true,
    () => false,
  )
  if (!scriptsRun) return null
  return hash === '#features' ? 'features' : 'home'
}

const nothingChanges = () => () => {}

/**
 * Frame of both landing pages (docs/product.md, 'Landing and beta pages'): top bar, stage with hero and features,
 * offers, footer.
 */
export function LandingFrame({
  language,
  texts,
  hero,
  features,
  children,
}: {
  language: Language
  texts: LandingTexts
  hero: ReactNode
  features: ReactNode
  children: ReactNode
}) {
  const view = useView()
  const { bar } = texts
  return (
    <div className="bg-paper">
      {/* On a phone the first line scrolls away and the second is sticky. */}
      <header className="sticky -top-14 z-20 bg-court-deep text-court-ink [--accent:#dbf24a] md:top-0">
        <div className="mx-auto flex max-w-[1680px] flex-wrap items-center justify-between gap-x-1 px-4 md:min-h-18 md:px-8 xl:px-12">
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
                className={clsx(
                  'inline-flex min-h-12 items-center rounded-lg px-3 font-bold decoration-ball decoration-3 underline-offset-6 hover:bg-white/12 lg:aria-[current]:underline',
                  UNTIL_SCRIPTS_RUN[name],
                )}
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
          <section id="home" className="bg-court-deep text-court-ink [--accent:#dbf24a]">
            {hero}
          </section>
          <section id="features" aria-labelledby="features-title" className="-scroll-mt-8 md:-scroll-mt-2">
            {features}
          </section>
        </div>
        {children}
      </main>
      <SiteFooter texts={texts.footer} contactEmail={env.contactEmail} />
    </div>
  )
}
