import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { numberFormatter } from '@/core/formatters'

const number = numberFormatter()

type LengthHintProps = { length: number; max: number; children?: ReactNode }

/** A field's hint (`children`) with a character count, which turns red once `length` exceeds `max`. */
export const LengthHint = ({ length, max, children }: LengthHintProps) => (
  <span className="flex flex-wrap justify-between gap-x-4">
    <span>{children}</span>
    <span className={clsx('figures ml-auto', length > max && 'font-bold text-bad')}>
      {number(length)}/{number(max)}
    </span>
  </span>
)
