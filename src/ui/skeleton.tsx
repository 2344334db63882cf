import { clsx } from 'clsx'

/** A loading placeholder; the region around it tells screen readers 'carregando'. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={clsx('block animate-pulse rounded bg-sunken', className)} />
}
