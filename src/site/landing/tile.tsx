import { clsx } from 'clsx'
import type { ReactNode } from 'react'

/** One thing that the product does. The small picture adds nothing to its words. */
export function Tile({
  title,
  text,
  picture,
  className,
  coloured = false,
}: {
  title: string
  text: string
  picture: ReactNode
  /** The background and the place in the grid. */
  className: string
  /** The background is not a surface, and brings its own ink. */
  coloured?: boolean
}) {
  return (
    <li
      className={clsx(
        'flex min-w-0 flex-col justify-between gap-5 rounded-xl border border-line p-5 shadow-card',
        className,
      )}
    >
      <div aria-hidden="true" className="min-h-16 min-w-0">
        {picture}
      </div>
      <div>
        <h3 className="text-xl leading-tight">{title}</h3>
        <p className={clsx('mt-1.5 leading-snug', coloured ? 'opacity-95' : 'text-ink-soft')}>{text}</p>
      </div>
    </li>
  )
}

/** A line of a small picture: a mark in its colours, and words. */
export function Row({ mark, tone, children }: { mark: string; tone: string; children: ReactNode }) {
  return (
    <li className="flex items-center gap-2 text-[15px] leading-tight font-semibold">
      <span className={clsx('figures rounded-full px-2.5 py-0.5 text-[13px] font-bold', tone)}>{mark}</span>
      {children}
    </li>
  )
}
