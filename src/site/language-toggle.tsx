import { clsx } from 'clsx'

const LANGUAGES = [
  { language: 'pt', lang: 'pt-BR', short: 'PT', name: 'Português' },
  { language: 'en', lang: 'en', short: 'EN', name: 'English' },
] as const

export type Language = (typeof LANGUAGES)[number]['language']

/**
 * Links to the same page in Portuguese and in English, on a court-green background. Plain links load the other
 * document, so they work before any script has run and the document's `lang` is right from the start.
 */
export function LanguageToggle({ current, hrefs }: { current: Language; hrefs: Record<Language, string> }) {
  return (
    <nav aria-label={current === 'pt' ? 'Idioma' : 'Language'} className="flex">
      {LANGUAGES.map(({ language, lang, short, name }) => (
        <a
          key={language}
          href={hrefs[language]}
          lang={lang}
          hrefLang={lang}
          aria-current={language === current ? 'true' : undefined}
          className={clsx(
            'inline-flex min-h-11 min-w-11 items-center justify-center rounded-lg px-2 text-[15px] font-bold hover:bg-white/12',
            language === current
              ? 'underline decoration-ball decoration-3 underline-offset-6'
              : 'text-court-ink/75',
          )}
        >
          {short} <span className="sr-only">{name}</span>
        </a>
      ))}
    </nav>
  )
}
