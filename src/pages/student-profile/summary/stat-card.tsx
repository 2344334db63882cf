import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Card } from '@/components/ui/card'

/** One figure with its label. */
export function StatCard({
  label,
  value,
  tone,
  children,
}: {
  label: string
  value: ReactNode
  tone?: string
  /** A note on the figure. */
  children?: ReactNode
}) {
  return (
    <Card className="flex min-w-0 flex-col gap-1">
      <dt className="text-sm text-ink-soft">{label}</dt>
      <dd className={clsx('figures text-3xl leading-tight font-extrabold', tone)}>{value}</dd>
      {children && <dd className="mt-auto">{children}</dd>}
    </Card>
  )
}
