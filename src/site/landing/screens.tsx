import { paths } from '@/core/paths'
import { buttonLook } from '@/ui/button-look'
import type { LANDING_PT } from '../landing-pt-texts'
import alunaDark from '../screens/aluna-dark.webp'
import alunaLight from '../screens/aluna-light.webp'
import extratoDark from '../screens/extrato-dark.webp'
import extratoLight from '../screens/extrato-light.webp'
import hojeDark from '../screens/hoje-dark.webp'
import hojeLight from '../screens/hoje-light.webp'

/** `node tests/og/screens.ts` photographs them. */
const SCREENS = [
  { name: 'hoje', light: hojeLight, dark: hojeDark },
  { name: 'extrato', light: extratoLight, dark: extratoDark },
  { name: 'aluna', light: alunaLight, dark: alunaDark },
] as const

/** Three screens of the app as it is, in the visitor's theme, and the way to a page that can be touched. */
export function Screens({ texts: { title, items, sample } }: { texts: (typeof LANDING_PT)['screens'] }) {
  return (
    <section className="mx-auto max-w-[1680px] px-4 py-12 md:px-8 lg:py-14 xl:px-12">
      <h2 className="text-4xl font-black tracking-[-0.03em] md:text-5xl">{title}</h2>
      <ul className="mt-7 flex snap-x gap-5 overflow-x-auto pb-2 md:justify-around md:overflow-visible">
        {SCREENS.map(({ name, light, dark }) => (
          <li key={name} className="w-[72%] max-w-xs shrink-0 snap-center md:w-auto md:flex-1 md:shrink">
            <figure>
              <picture>
                <source srcSet={dark} media="(prefers-color-scheme: dark)" />
                <img
                  src={light}
                  alt={items[name].shows}
                  width="390"
                  height="844"
                  loading="lazy"
                  className="h-auto w-full rounded-2xl border-4 border-court-deep shadow-lift"
                />
              </picture>
              <figcaption className="mt-4 text-xl leading-tight font-extrabold">
                {items[name].words}
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
      <p className="mt-6">
        <a
          href={paths.sampleStudent.href()}
          className={buttonLook({ tone: 'court', className: 'min-h-14 text-lg sm:px-7' })}
        >
          {sample}
        </a>
      </p>
    </section>
  )
}

/** What coaches ask before they begin. */
export function Questions({ texts: { title, items } }: { texts: (typeof LANDING_PT)['questions'] }) {
  return (
    <section className="mx-auto max-w-[1680px] px-4 pb-12 md:px-8 lg:pb-14 xl:px-12">
      <h2 className="text-4xl font-black tracking-[-0.03em] md:text-5xl">{title}</h2>
      <dl className="mt-7 grid grid-cols-1 gap-x-8 gap-y-6 sm:grid-cols-2 lg:grid-cols-3">
        {items.map(({ ask, answer }) => (
          <div key={ask}>
            <dt className="text-xl leading-tight font-extrabold">{ask}</dt>
            <dd className="mt-1.5 leading-snug text-ink-soft">{answer}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
