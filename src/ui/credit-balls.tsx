import { clsx } from 'clsx'

/** Credits as balls: remaining ones filled, used ones as outlines. */
export const CreditBalls = ({ left, of, className }: { left: number; of: number; className?: string }) => (
  <span className={clsx('flex gap-1', className)} aria-hidden="true">
    {Array.from({ length: of }, (_, at) => (
      <i
        key={at}
        className={clsx(
          'size-3.5 rounded-full border-[1.5px]',
          at < left ? 'border-court bg-ball' : 'border-line-strong',
        )}
      />
    ))}
  </span>
)
