import type { ReactNode } from 'react'
import { ROUTINE, type LandingTexts, type RoutineName } from '../landing-texts'
import { Check } from './icons'
import { Row, Tile } from './tile'

/** What happens between two lessons: agenda, statement, payments, and no signal. */
export function Routine({ texts: { title, items, examples } }: { texts: LandingTexts['routine'] }) {
  const pictures = picturesOf(examples)
  return (
    <section className="mx-auto max-w-[1680px] px-4 pb-12 md:px-8 lg:pt-14 lg:pb-0 xl:px-12">
      <h2 className="text-4xl font-black tracking-[-0.03em] md:text-5xl">{title}</h2>
      <ul className="mt-7 grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-4">
        {ROUTINE.map((name) => (
          <Tile
            key={name}
            {...items[name]}
            picture={pictures[name]}
            className={name === 'offline' ? 'bg-areia text-ball-ink' : 'bg-surface'}
            coloured={name === 'offline'}
          />
        ))}
      </ul>
    </section>
  )
}

function picturesOf({
  agenda,
  statement,
  payment,
  offline,
}: LandingTexts['routine']['examples']): Record<RoutineName, ReactNode> {
  return {
    agenda: (
      <ul className="grid gap-2">
        {agenda.map(({ time, text, done }) => (
          <Row key={time} mark={time} tone={done ? 'bg-ok-soft text-ok' : 'bg-sunken'}>
            {text}
            {done && <Check className="ml-auto size-5 text-ok" />}
          </Row>
        ))}
      </ul>
    ),
    statement: (
      <ul className="grid gap-2">
        {statement.map(({ text, credits, balance }) => (
          <Row key={text} mark={credits} tone={credits.startsWith('+') ? 'bg-ok-soft text-ok' : 'bg-sunken'}>
            {text}
            <b className="figures ml-auto font-extrabold">{balance}</b>
          </Row>
        ))}
      </ul>
    ),
    payment: (
      <>
        <b className="figures block text-3xl leading-tight font-extrabold">{payment.amount}</b>
        <ul className="mt-2">
          <Row mark={payment.state} tone="bg-ok-soft text-ok">
            {payment.text}
          </Row>
        </ul>
      </>
    ),
    offline: (
      <div className="rounded-xl bg-surface p-3 text-ink">
        <p className="flex items-center gap-2 font-extrabold">
          <Check className="size-6 rounded-full bg-ok-soft p-1 text-ok" />
          {offline.title}
        </p>
        <p className="mt-2 text-[13px] font-semibold text-ink-soft">{offline.text}</p>
      </div>
    ),
  }
}
