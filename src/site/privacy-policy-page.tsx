import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import { Fragment } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '@/core/paths'
import { env } from '@/lib/settings/env'
import { ButtonLink } from '@/ui/button-link'
import { HomeLink } from '@/ui/home-link'
import { PRIVACY_POLICY, type PolicyBlock, type PolicySection as Section } from './privacy-policy-texts'
import { usePageHead } from './use-page-head'

const { title, updated, inShort, contents, sections, back } = PRIVACY_POLICY
const LINK = 'font-bold underline decoration-line-strong decoration-2 underline-offset-4'

/** The privacy policy, readable on a phone and printable. */
export function PrivacyPolicyPage() {
  usePageHead('privacyPolicy')
  return (
    <div className="min-h-dvh">
      <header className="bg-court-deep text-court-ink [--accent:#dbf24a] print:bg-transparent print:text-ink">
        <div className="mx-auto max-w-5xl px-4 pt-[max(1rem,env(safe-area-inset-top))] pb-8 md:px-8 md:pb-12">
          <nav aria-label="Site" className="flex flex-wrap items-center justify-between gap-x-4 print:hidden">
            <HomeLink />
            <Link
              to={paths.login.href({ tab: 'login' })}
              className={
                'inline-flex min-h-11 items-center rounded-lg px-2 font-bold underline decoration-2 ' +
                'underline-offset-4'
              }
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
          <ButtonLink to={paths.home.href()} className="mt-12 print:hidden">
            <ChevronLeft />
            {back}
          </ButtonLink>
        </main>
      </div>
    </div>
  )
}

/** One numbered section; its heading carries the anchor. */
const PolicySection = ({ number, section }: { number: number; section: Section }) => (
  <section aria-labelledby={section.id} className="mt-10 lg:mt-12">
    <h2 id={section.id} className="figures scroll-mt-6 text-2xl print:break-after-avoid">
      {number}. {section.title}
    </h2>
    {section.blocks.map((block, at) => (
      <Block key={at} block={block} />
    ))}
  </section>
)

function Block({ block }: { block: PolicyBlock }) {
  if (typeof block === 'string') {
    return (
      <p className="mt-4 leading-relaxed">
        <Words text={block} />
      </p>
    )
  }
  if (isList(block)) {
    return (
      <ul className="mt-4 flex list-disc flex-col gap-2 pl-5 leading-relaxed marker:text-ink-soft">
        {block.map((item) => (
          <li key={item} className="pl-1">
            {item}
          </li>
        ))}
      </ul>
    )
  }
  return (
    <dl className="mt-4 divide-y divide-line border-y border-line">
      {Object.entries(block).map(([term, meaning]) => (
        <div key={term} className="py-3.5 print:break-inside-avoid">
          <dt className="font-bold">{term}</dt>
          <dd className="mt-1 leading-relaxed text-ink-soft">
            <Words text={meaning} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

const isList = (block: Exclude<PolicyBlock, string>): block is readonly string[] => Array.isArray(block)

/** Inserts the contact address from the settings. */
const Words = ({ text }: { text: string }) =>
  text.split('{email}').map((part, at) => (
    <Fragment key={at}>
      {at > 0 && (
        <a href={`mailto:${env.contactEmail}`} className={LINK}>
          {env.contactEmail}
        </a>
      )}
      {part}
    </Fragment>
  ))

/** Links to the sections: beside the text on wide screens, collapsed above it on a phone. Works without scripts. */
const Contents = () => (
  <>
    <details className="group mb-6 rounded-xl border border-line bg-surface lg:hidden print:hidden">
      <summary
        className={
          'flex min-h-12 list-none items-center justify-between gap-3 rounded-xl px-5 font-bold ' +
          '[&::-webkit-details-marker]:hidden'
        }
      >
        {contents}
        <ChevronDown className="size-5 transition-transform group-open:rotate-180" />
      </summary>
      <nav aria-label={contents} className="px-3 pb-3">
        <Links />
      </nav>
    </details>
    <nav
      aria-label={contents}
      className={
        'hidden lg:-ml-3 lg:sticky lg:top-8 lg:block lg:max-h-[calc(100dvh-4rem)] lg:self-start ' +
        'lg:overflow-y-auto print:hidden'
      }
    >
      <p className="px-3 pb-2 text-[15px] font-bold text-ink-soft">{contents}</p>
      <Links />
    </nav>
  </>
)

const Links = () => (
  <ol className="flex flex-col">
    {sections.map((section, at) => (
      <li key={section.id}>
        <a
          href={`#${section.id}`}
          className={
            'figures flex min-h-11 items-center gap-2.5 rounded px-3 py-1.5 text-[15px] leading-tight ' +
            'hover:bg-sunken'
          }
        >
          <span className="w-5 shrink-0 text-right text-ink-soft">{at + 1}</span>
          {section.title}
        </a>
      </li>
    ))}
  </ol>
)
