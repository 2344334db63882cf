import ChevronLeft from 'lucide-react/icons/chevron-left'
import { Link } from 'react-router-dom'
import { Button } from '@/components/ui/button'
import { Logo } from '@/components/ui/logo'
import { paths } from '@/domain/shared/paths'
import { usePageHead } from '@/hooks/site/use-page-head'
import { PRIVACY_POLICY } from '@/texts/site/privacy-policy'
import { Contents } from './contents'
import { PolicySection } from './policy-section'

const { title, updated, inShort, sections, back } = PRIVACY_POLICY

/** The privacy policy, readable on a phone and printable. */
export function PrivacyPolicyPage() {
  usePageHead('privacyPolicy')
  return (
    <div className="min-h-dvh">
      <header className="bg-court-deep text-court-ink [--accent:#dbf24a] print:bg-transparent print:text-ink">
        <div className="mx-auto max-w-5xl px-4 pt-[max(1rem,env(safe-area-inset-top))] pb-8 md:px-8 md:pb-12">
          <nav aria-label="Site" className="flex flex-wrap items-center justify-between gap-x-4 print:hidden">
            <Link
              to={paths.home.href()}
              aria-label="Voleio, início"
              className="inline-flex min-h-11 items-center rounded-lg"
            >
              <Logo />
            </Link>
            <Link
              to={paths.login.href({ tab: 'login' })}
              className="inline-flex min-h-11 items-center rounded-lg px-2 font-bold underline decoration-2 underline-offset-4"
            >
              Entrar
            </Link>
          </nav>
          <h1 className="mt-6 text-[2.1rem] font-black md:mt-10 md:text-5xl">{title}</h1>
          <p className="mt-3 text-[15px]">
            {updated.label} <time dateTime={updated.date}>{updated.words}</time>
          </p>
        </div>
      </header>

      <div className="mx-auto max-w-5xl gap-12 px-4 py-6 md:px-8 lg:grid lg:grid-cols-[16rem_minmax(0,1fr)] lg:py-12">
        <Contents />
        <main className="max-w-[66ch]">
          <section
            aria-label={inShort.title}
            className="rounded-xl border border-line bg-surface p-5 shadow-card print:[box-shadow:none]"
          >
            <p className="text-lg font-extrabold">{inShort.title}</p>
            <ul className="mt-3 flex flex-col gap-2.5">
              {inShort.items.map((item) => (
                <li key={item} className="flex gap-3">
                  <span
                    aria-hidden="true"
                    className="mt-[0.4em] size-2.5 shrink-0 rounded-full bg-ball-deep"
                  />
                  {item}
                </li>
              ))}
            </ul>
          </section>
          {sections.map((section, at) => (
            <PolicySection key={section.id} number={at + 1} section={section} />
          ))}
          <Button asChild tone="outline" className="mt-12 print:hidden">
            <Link to={paths.home.href()}>
              <ChevronLeft aria-hidden="true" />
              {back}
            </Link>
          </Button>
        </main>
      </div>
    </div>
  )
}
