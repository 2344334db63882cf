import { clsx } from 'clsx'

/** A grey shape where something is coming; the region around it says 'carregando' to screen readers. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={clsx('block animate-pulse rounded bg-sunken', className)} />
}
