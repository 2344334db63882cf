import { Fragment } from 'react'
import { env } from '@/lib/settings/env'
import type { PolicyBlock, PolicySection as Section } from '@/texts/site/privacy-policy'

const LINK = 'font-bold underline decoration-line-strong decoration-2 underline-offset-4'

/** One numbered section; its heading carries the anchor. */
export function PolicySection({ number, section }: { number: number; section: Section }) {
  return (
    <section aria-labelledby={section.id} className="mt-10 lg:mt-12">
      <h2 id={section.id} className="figures scroll-mt-6 text-2xl print:break-after-avoid">
        {number}. {section.title}
      </h2>
      {section.blocks.map((block, at) => (
        <Block key={at} block={block} />
      ))}
    </section>
  )
}

function Block({ block }: { block: PolicyBlock }) {
  if (block.kind === 'text') {
    return (
      <p className="mt-4 leading-relaxed">
        <Words text={block.text} />
      </p>
    )
  }
  if (block.kind === 'list') {
    return (
      <ul className="mt-4 flex list-disc flex-col gap-2 pl-5 leading-relaxed marker:text-ink-soft">
        {block.items.map((item) => (
          <li key={item} className="pl-1">
            {item}
          </li>
        ))}
      </ul>
    )
  }
  return (
    <dl className="mt-4 divide-y divide-line border-y border-line">
      {block.terms.map(({ term, meaning }) => (
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

/** Inserts the contact address from the settings. */
function Words({ text }: { text: string }) {
  return text.split('{email}').map((part, at) => (
    <Fragment key={at}>
      {at > 0 && (
        <a href={`mailto:${env.contactEmail}`} className={LINK}>
          {env.contactEmail}
        </a>
      )}
      {part}
    </Fragment>
  ))
}
