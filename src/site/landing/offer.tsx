import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Check } from './icons'

/** An offer with its contents and one action. */
export function Offer({
  title,
  lead,
  includes,
  price,
  action,
  note,
  className,
}: {
  title: string
  lead: string
  includes: readonly string[]
  /** A placeholder price; screen readers get `spoken`, which is also visible. */
  price?: { figure: string; spoken: string; period: string }
  action: ReactNode
  note?: string
  className?: string
}) {
  return (
    <div
      className={clsx(
        'relative isolate flex flex-col gap-5 overflow-hidden rounded-2xl p-6 shadow-card md:p-9',
        className,
      )}
    >
      <div>
        <h2 className="text-3xl font-black tracking-[-0.03em] md:text-4xl">{title}</h2>
        <p className="mt-2 max-w-md text-lg leading-snug">{lead}</p>
      </div>
      {price && (
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span aria-hidden="true" className="figures text-4xl font-black">
            {price.figure}
          </span>
          <span aria-hidden="true" className="font-semibold text-ink-soft">
            {price.period}
          </span>
          <span className="w-full text-[15px] font-semibold text-ink-soft">{price.spoken}</span>
        </p>
      )}
      <ul className="grid gap-2 text-lg font-semibold">
        {includes.map((item) => (
          <li key={item} className="flex items-center gap-2.5">
            <Check className="size-5" />
            {item}
          </li>
        ))}
      </ul>
      <div className="mt-auto flex flex-col gap-3 pt-2 sm:flex-row sm:flex-wrap sm:items-center">
        {action}
        {note && <p className="text-center text-[15px] sm:text-left">{note}</p>}
      </div>
    </div>
  )
}
