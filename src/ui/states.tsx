import { clsx } from 'clsx'
import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { Button, type ButtonProps } from './button'
import { Card } from './card'

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

interface EmptyStateProps {
  drawing?: ReactNode
  title: string
  description?: ReactNode
  /** The next step. */
  children?: ReactNode
}

/** What will appear here, and the next step. With a drawing it fills a screen, without one a part of it. */
export const EmptyState = ({ drawing, title, description, children }: EmptyStateProps) => (
  <Card className={clsx('flex flex-col items-center gap-2 px-6 text-center', drawing ? 'py-10' : 'py-8')}>
    {drawing && (
      <span className="mb-2 text-ink-soft" aria-hidden="true">
        {drawing}
      </span>
    )}
    <h2 className={drawing ? 'text-lg' : 'text-base'}>{title}</h2>
    {description && <p className="max-w-md text-ink-soft">{description}</p>}
    {children && <div className="mt-4 flex flex-wrap justify-center gap-3">{children}</div>}
  </Card>
)

type RetryButtonProps = ButtonProps & { query: { isFetching: boolean; refetch: () => unknown } }

/** Reads again what could not be read. */
export const RetryButton = ({ query: { isFetching, refetch }, ...button }: RetryButtonProps) => (
  <Button {...button} pending={isFetching} pendingLabel="Tentando..." onClick={() => void refetch()}>
    Tentar novamente
  </Button>
)

type ErrorStateProps = { title: string; description: string; onRetry: () => void; retrying?: boolean }

/** Says that loading failed. After a successful retry the focus moves from the vanished button to the content. */
export function ErrorState({ title, description, onRetry, retrying = false }: ErrorStateProps) {
  const retry = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    const button = retry.current
    return () => {
      if (button === document.activeElement) document.querySelector('main')?.focus({ preventScroll: true })
    }
  }, [])
  return (
    <Card role="alert" className="flex flex-col items-center gap-2 px-6 py-10 text-center">
      <h2 className="text-lg">{title}</h2>
      <p className="max-w-md text-ink-soft">{description}</p>
      <RetryButton ref={retry} className="mt-4" query={{ isFetching: retrying, refetch: onRetry }} />
    </Card>
  )
}
