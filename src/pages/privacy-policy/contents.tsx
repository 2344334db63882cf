import ChevronDown from 'lucide-react/icons/chevron-down'
import { PRIVACY_POLICY } from '@/texts/site/privacy-policy'

const { contents, sections } = PRIVACY_POLICY

/** Links to the sections: beside the text on wide screens, collapsed above it on a phone. Works without scripts. */
export function Contents() {
  return (
    <>
      <details className="group mb-6 rounded-xl border border-line bg-surface lg:hidden print:hidden">
        <summary className="flex min-h-12 list-none items-center justify-between gap-3 rounded-xl px-5 font-bold [&::-webkit-details-marker]:hidden">
          {contents}
          <ChevronDown className="size-5 transition-transform group-open:rotate-180" aria-hidden="true" />
        </summary>
        <nav aria-label={contents} className="px-3 pb-3">
          <Links />
        </nav>
      </details>
      <nav
        aria-label={contents}
        className="hidden lg:-ml-3 lg:sticky lg:top-8 lg:block lg:max-h-[calc(100dvh-4rem)] lg:self-start lg:overflow-y-auto print:hidden"
      >
        <p className="px-3 pb-2 text-[15px] font-bold text-ink-soft">{contents}</p>
        <Links />
      </nav>
    </>
  )
}

function Links() {
  return (
    <ol className="flex flex-col">
      {sections.map(({ id, title }, at) => (
        <li key={id}>
          <a
            href={`#${id}`}
            className="figures flex min-h-11 items-center gap-2.5 rounded px-3 py-1.5 text-[15px] leading-tight hover:bg-sunken"
          >
            <span className="w-5 shrink-0 text-right text-ink-soft">{at + 1}</span>
            {title}
          </a>
        </li>
      ))}
    </ol>
  )
}
