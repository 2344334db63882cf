import { Link } from 'react-router-dom'
import { paths } from '@/core/paths'
import { buttonLook } from '@/ui/button-look'
import { Logo } from '@/ui/logo'
import { BETA } from './beta-texts'
import { Court } from './court'
import court from './courts/areia.svg?raw'
import { ClaimList, LanguageToggle, type Language, SiteFooter } from './site-parts'
import { usePageHead } from './use-page-head'

/** The English beta page, at '/test-en', which leads to the English lead form. */
export function BetaEnglishPage() {
  usePageHead('testEn')
  return <Beta language="en" leadForm={paths.leadForm.href()} home={paths.homeEn.href()} />
}

/** The Portuguese beta page, at '/test-pt'. */
export function BetaPortuguesePage() {
  usePageHead('testPt')
  return (
    <Beta language="pt" leadForm={paths.leadFormLanguage.href({ lang: 'pt' })} home={paths.home.href()} />
  )
}

function Beta({ language, leadForm, home }: { language: Language; leadForm: string; home: string }) {
  const texts = BETA[language]
  const { title } = texts
  return (
    <div className="bg-paper">
      <header className="bg-court-deep text-court-ink [--accent:#dbf24a]">
        <div className="mx-auto flex min-h-18 max-w-[1680px] items-center justify-between px-4 md:px-8 xl:px-12">
          <Link to={home} className="inline-flex min-h-11 items-center rounded-lg" aria-label={texts.logo}>
            <Logo />
          </Link>
          <LanguageToggle current={language} hrefs={{ pt: paths.testPt.href(), en: paths.testEn.href() }} />
        </div>
      </header>
      <main>
        <div className="bg-court-deep text-court-ink [--accent:#dbf24a]">
          <div
            className={
              'mx-auto grid w-full max-w-[1680px] grid-cols-1 lg:min-h-[calc(100svh-4.5rem)] ' +
              'lg:grid-cols-[minmax(0,1.1fr)_minmax(0,1fr)]'
            }
          >
            <div className="self-center px-4 pt-6 pb-10 md:px-8 lg:py-10 lg:pr-16 xl:pl-12">
              <h1
                className={
                  'text-5xl leading-[1.02] font-black tracking-[-0.035em] text-wrap sm:text-6xl ' +
                  'lg:text-[clamp(3.5rem,6vw,6.5rem)]'
                }
              >
                {title.before} <em className="text-areia not-italic">{title.marked}</em>{' '}
                <span className="block">{title.after}</span>
              </h1>
              <p className="mt-6 max-w-xl text-lg leading-snug lg:text-xl">{texts.lead}</p>
              <div className="mt-8 flex flex-col gap-3 sm:items-start">
                <Link
                  to={leadForm}
                  className={buttonLook({ tone: 'main', className: 'min-h-14 px-8 text-lg' })}
                >
                  {texts.action}
                </Link>
                <p className="text-center text-[15px] text-balance opacity-85 sm:text-left">{texts.note}</p>
              </div>
              <ClaimList claims={texts.claims} className="mt-10 lg:mt-14" />
            </div>
            <Court
              svg={court}
              className="h-72 overflow-hidden md:h-96 lg:h-full lg:min-h-96 lg:rounded-tl-2xl"
            />
          </div>
        </div>
        <div className="mx-auto max-w-[1680px] px-4 py-14 md:px-8 lg:py-20 xl:px-12">
          <section>
            <h2 className="text-4xl font-black tracking-[-0.03em] md:text-5xl">{texts.stepsTitle}</h2>
            <ol className="mt-8 grid gap-8 md:grid-cols-3">
              {texts.steps.map((step, at) => (
                <li key={step.title} className="border-t-4 border-accent pt-4">
                  <b aria-hidden="true" className="figures text-5xl font-black tracking-tight">
                    {at + 1}
                  </b>
                  <h3 className="mt-2 text-2xl leading-tight">{step.title}</h3>
                  <p className="mt-1.5 text-lg leading-snug text-ink-soft">{step.text}</p>
                </li>
              ))}
            </ol>
          </section>
          <section className="mt-16 grid gap-x-16 gap-y-8 lg:mt-24 lg:grid-cols-[1fr_1.4fr]">
            <h2 className="text-4xl font-black tracking-[-0.03em] md:text-5xl">{texts.getsTitle}</h2>
            <ul className="grid gap-x-10 sm:grid-cols-2">
              {texts.gets.map(({ title: name, text }) => (
                <li key={name} className="border-t border-line-strong/50 py-5">
                  <h3 className="text-xl leading-tight">{name}</h3>
                  <p className="mt-1.5 leading-snug text-ink-soft">{text}</p>
                </li>
              ))}
            </ul>
          </section>
          <section
            className={
              'mt-16 flex flex-col gap-6 rounded-2xl bg-areia p-6 text-ball-ink [--accent:#0d2b2c] ' +
              'md:flex-row md:items-center md:justify-between md:p-10 lg:mt-24'
            }
          >
            <div>
              <h2 className="text-3xl font-black tracking-[-0.03em] md:text-4xl">{texts.closing.title}</h2>
              <p className="mt-1 text-lg font-semibold">{texts.closing.text}</p>
            </div>
            <Link
              to={leadForm}
              className={
                'inline-flex min-h-14 shrink-0 items-center justify-center rounded-lg bg-ball-ink px-8 ' +
                'text-lg font-bold text-white hover:bg-ball-ink/85'
              }
            >
              {texts.action}
            </Link>
          </section>
        </div>
      </main>
      <SiteFooter texts={texts.footer} />
    </div>
  )
}
