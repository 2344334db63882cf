import { clsx } from 'clsx'
import { Link } from 'react-router-dom'
import { paths } from '@/core/paths'
import { env } from '@/lib/settings/env'
import { Logo } from '@/ui/logo'

type SiteFooterProps = { texts: { line: string; privacy: string; contact: string } }

/** The footer of the public pages: who runs the site, the privacy policy and a contact address. */
export const SiteFooter = ({ texts }: SiteFooterProps) => (
  <footer className="bg-court-deep text-court-ink [--accent:#dbf24a]">
    <div
      className={
        'mx-auto flex max-w-[1680px] flex-col gap-6 px-4 py-10 md:flex-row md:items-center ' +
        'md:justify-between md:px-8 xl:px-12'
      }
    >
      <div>
        <Logo />
        <p className="mt-2 max-w-md text-[15px] opacity-85">{texts.line}</p>
      </div>
      <ul className="-ml-2 flex flex-wrap gap-x-4 font-bold md:mr-[-0.5rem]">
        <li>
          <Link
            to={paths.privacyPolicy.href()}
            className="inline-flex min-h-11 items-center rounded-lg px-2 underline underline-offset-4 hover:text-ball"
          >
            {texts.privacy}
          </Link>
        </li>
        <li>
          <a
            href={`mailto:${env.contactEmail}`}
            className="inline-flex min-h-11 items-center rounded-lg px-2 underline underline-offset-4 hover:text-ball"
          >
            {texts.contact}
          </a>
        </li>
      </ul>
    </div>
  </footer>
)

const LANGUAGES = [
  { language: 'pt', lang: 'pt-BR', short: 'PT', name: 'Português' },
  { language: 'en', lang: 'en', short: 'EN', name: 'English' },
] as const

export type Language = (typeof LANGUAGES)[number]['language']

type LanguageToggleProps = { current: Language; hrefs: Record<Language, string> }

/**
 * Links to the same page in Portuguese and in English, on a court-green background. Plain links load the other
 * document, so they work before any script has run and the document's `lang` is right from the start.
 */
export const LanguageToggle = ({ current, hrefs }: LanguageToggleProps) => (
  <nav aria-label={current === 'pt' ? 'Idioma' : 'Language'} className="flex">
    {LANGUAGES.map(({ language, lang, short, name }) => (
      <a
        key={language}
        href={hrefs[language]}
        lang={lang}
        hrefLang={lang}
        aria-current={language === current ? 'true' : undefined}
        className={clsx(
          'inline-flex min-h-11 min-w-11 items-center justify-center rounded-lg px-2 text-[15px] ' +
            'font-bold hover:bg-white/12',
          language === current ? 'underline decoration-ball decoration-3 underline-offset-6' : 'opacity-85',
        )}
      >
        {`${short} `}
        <span className="sr-only">{name}</span>
      </a>
    ))}
  </nav>
)

type ClaimListProps = { claims: readonly { figure: string; text: string }[]; className?: string }

/** A row of figures about the product, each with its label, on a court-green background. */
export const ClaimList = ({ claims, className }: ClaimListProps) => (
  <ul className={clsx('grid grid-cols-[repeat(auto-fit,minmax(min(5.25rem,100%),1fr))] gap-4', className)}>
    {claims.map(({ figure, text }) => (
      <li key={figure}>
        <b className="figures block text-[1.75rem] leading-none font-black tracking-tight lg:text-4xl">
          {figure}
        </b>
        <span className="mt-1.5 block text-[15px] leading-snug opacity-85">{text}</span>
      </li>
    ))}
  </ul>
)
