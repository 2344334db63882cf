import { clsx } from 'clsx'

/** A loading placeholder; the region around it tells screen readers that it loads. */
export const Skeleton = ({ className }: { className?: string }) => (
  <span aria-hidden="true" className={clsx('block animate-pulse rounded bg-sunken', className)} />
)

interface SkeletonListProps {
  label: string
  count: number
  /** The size of one. */
  each: string
  className?: string
}

/** Several equal placeholders. Screen readers hear `label`, such as 'Carregando alunos'. */
export const SkeletonList = ({
  label,
  count,
  each,
  className = 'flex flex-col gap-3',
}: SkeletonListProps) => (
  <div role="status" aria-label={label} className={className}>
    {Array.from({ length: count }, (_, at) => (
      <Skeleton key={at} className={clsx('rounded-xl', each)} />
    ))}
  </div>
)
