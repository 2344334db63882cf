import { clsx } from 'clsx'
import type { HTMLAttributes } from 'react'

const TONES = {
  ok: 'bg-ok-soft text-ok',
  warn: 'bg-warn-soft text-warn',
  caution: 'bg-caution-soft text-caution',
  bad: 'bg-bad-soft text-bad',
  info: 'bg-info-soft text-info',
  neutral: 'bg-sunken text-ink',
  /** On a court-coloured background. */
  court: 'bg-white/15 text-court-ink',
} as const

export type BadgeTone = keyof typeof TONES

type BadgeProps = HTMLAttributes<HTMLSpanElement> & { tone?: BadgeTone }

/** A short state or attribute. The words carry the meaning; the colour only repeats it. */
export const Badge = ({ tone = 'neutral', className, ...rest }: BadgeProps) => (
  <span
    className={clsx(
      'inline-flex items-center gap-1.5 rounded-full px-2.5 py-1 text-[13px] leading-tight font-bold',
      TONES[tone],
      className,
    )}
    {...rest}
  />
)
