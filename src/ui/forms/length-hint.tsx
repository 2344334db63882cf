import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { numberFormatter } from '@/core/formatters'

const number = numberFormatter()

/** A field hint with a character count: `children` says what the text is for. Red once `length` exceeds `max`. */
export function LengthHint({ length, max, children }: { length: number; max: number; children?: ReactNode }) {
  return (
    <span className="flex flex-wrap justify-between gap-x-4">
      <span>{children}</span>
      <span className={clsx('figures ml-auto', length > max && 'font-bold text-bad')}>
        {number(length)}/{number(max)}
      </span>
    </span>
  )
}
