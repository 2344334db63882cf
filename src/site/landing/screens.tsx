import { paths } from '@/core/paths'
import { buttonLook } from '@/ui/button-look'
import alunaDark from '../screens/aluna-dark.webp'
import alunaLight from '../screens/aluna-light.webp'
import extratoDark from '../screens/extrato-dark.webp'
import extratoLight from '../screens/extrato-light.webp'
import hojeDark from '../screens/hoje-dark.webp'
import hojeLight from '../screens/hoje-light.webp'
import type { LandingTexts } from './examples'

/** Made by `npm run photograph`. */
const SCREENS = [
  { name: 'hoje', light: hojeLight, dark: hojeDark },
  { name: 'extrato', light: extratoLight, dark: extratoDark },
  { name: 'aluna', light: alunaLight, dark: alunaDark },
] as const

const SAMPLE = paths.sampleStudent.href()

/** Three screens of the app in the visitor's theme, and a link to the sample student's page. */
export const Screens = ({ texts: { title, items, sample } }: { texts: LandingTexts['screens'] }) => (
  <section className="mx-auto max-w-[1680px] px-4 py-12 md:px-8 lg:py-14 xl:px-12">
    <h2 className="text-4xl font-black tracking-[-0.03em] md:text-5xl">{title}</h2>
    <ul className="mt-7 grid grid-cols-[repeat(3,minmax(16rem,20rem))] justify-between gap-5 overflow-x-auto">
      {SCREENS.map(({ name, light, dark }) => {
        const { words, shows } = items[name]
        const picture = (
          <picture>
            <source srcSet={dark} media="(prefers-color-scheme: dark)" />
            <img
              src={light}
              alt={shows}
              width="390"
              height="844"
              loading="lazy"
              className="rounded-2xl border-4 border-court-deep"
            />
          </picture>
        )
        return (
          <li key={name}>
            <figure>
              {/* The list scrolls sideways on a phone; by its last link the keyboard reaches the end. */}
              {name === 'aluna' ? <a href={SAMPLE}>{picture}</a> : picture}
              <figcaption className="mt-3 text-xl leading-tight font-extrabold">{words}</figcaption>
            </figure>
          </li>
        )
      })}
    </ul>
    <p className="mt-7">
      <a href={SAMPLE} className={buttonLook({ tone: 'court', className: 'min-h-14 text-lg sm:px-7' })}>
        {sample}
      </a>
    </p>
  </section>
)

/** Questions that coaches ask before they begin. */
export const Questions = ({ texts: { title, items } }: { texts: LandingTexts['questions'] }) => (
  <section className="mx-auto max-w-[1680px] px-4 pb-12 md:px-8 xl:px-12">
    <h2 className="text-4xl font-black tracking-[-0.03em] md:text-5xl">{title}</h2>
    <dl className="mt-7">
      {items.map(({ ask, answer }) => (
        <div key={ask} className="grid grid-cols-1 gap-2 border-t border-line py-4 md:grid-cols-2">
          <dt className="text-xl leading-tight font-extrabold">{ask}</dt>
          <dd className="leading-snug text-ink-soft">{answer}</dd>
        </div>
      ))}
    </dl>
  </section>
)
