import Languages from 'lucide-react/icons/languages'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Court } from '@/components/site/court'
import court from '@/components/site/courts/grama-tall.svg?raw'
import { Logo } from '@/components/ui/logo'
import { paths } from '@/domain/shared/paths'
import type { LeadLanguage } from '@/domain/site/leads'
import { LEAD_FORM } from '@/texts/site/lead-form'

const HOME = { en: paths.homeEn.href(), pt: paths.home.href() } as const
const SWITCHED = { en: paths.leadFormLanguage.href({ lang: 'pt' }), pt: paths.leadForm.href() } as const

/**
 * Court artwork beside the form on wide screens, above it on a phone. The language switch is a link, so it works
 * without scripts.
 */
export function LeadFrame({ language, children }: { language: LeadLanguage; children: ReactNode }) {
  const texts = LEAD_FORM[language]
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[minmax(0,1fr)_minmax(0,1.15fr)]">
      <header className="relative isolate overflow-hidden bg-court-deep text-court-ink [--accent:#dbf24a] lg:sticky lg:top-0 lg:h-dvh">
        <Court svg={court} className="absolute inset-0 -z-10" />
        <div className="absolute inset-0 -z-10 bg-linear-to-b from-court-deep from-20% to-court-deep/40 lg:from-45% lg:to-transparent" />
        <div className="flex min-h-36 flex-col p-4 lg:p-12">
          <nav aria-label={texts.site} className="flex flex-wrap items-center justify-between gap-x-4">
            <Link
              reloadDocument
              to={HOME[language]}
              aria-label={texts.home}
              className="inline-flex min-h-11 items-center rounded-lg"
            >
              <Logo className="lg:text-2xl" />
            </Link>
            <Link
              to={SWITCHED[language]}
              lang={texts.switch.lang}
              hrefLang={texts.switch.lang}
              className="inline-flex min-h-11 items-center gap-2 rounded-full bg-white/12 px-4 font-bold hover:bg-white/20"
            >
              <Languages className="size-5 shrink-0" aria-hidden="true" />
              {texts.switch.label}
            </Link>
          </nav>
          <ul className="mt-12 hidden max-w-md flex-col gap-4 text-lg lg:flex">
            {texts.perks.map((perk) => (
              <li key={perk} className="flex gap-3">
                <span aria-hidden="true" className="mt-2 size-3 shrink-0 rounded-full bg-ball" />
                {perk}
              </li>
            ))}
          </ul>
        </div>
      </header>
      <main
        // Programmatic focus target for when the focused element disappears.
        tabIndex={-1}
        className="mx-auto w-full max-w-xl px-4 pt-6 pb-12 outline-none lg:px-8 lg:py-14"
      >
        {children}
      </main>
    </div>
  )
}
