import { clsx } from 'clsx'
import type { HTMLAttributes } from 'react'

export const Card = ({ className, ...rest }: HTMLAttributes<HTMLDivElement>) => (
  <div className={clsx('rounded-xl border border-line bg-surface p-4 shadow-card', className)} {...rest} />
)
