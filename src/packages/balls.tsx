import { clsx } from 'clsx'
import type { Package } from '@/core/model'

/** More would not be counted at a glance. */
const MOST = 20

/** Ball yellow needs an outline on a light background. */
const FILLED = 'border-court bg-ball dark:border-ball'

/** A ball for each lesson, filled while it is left; of many a bar. The words stand beside it. */
export function Balls({
  pkg: { total_classes: total, remaining_classes: left },
}: {
  pkg: Pick<Package, 'total_classes' | 'remaining_classes'>
}) {
  if (total > MOST) {
    return (
      <span aria-hidden="true" className="h-3 w-36 overflow-hidden rounded-full border border-line-strong">
        <span
          className={clsx('block h-full rounded-full', left > 0 && FILLED)}
          style={{ width: `${(left / total) * 100}%` }}
        />
      </span>
    )
  }
  return (
    <span aria-hidden="true" className="flex flex-wrap gap-0.5">
      {Array.from({ length: total }, (_, at) => (
        <span
          key={at}
          className={clsx('size-3 rounded-full border', at < left ? FILLED : 'border-line-strong')}
        />
      ))}
    </span>
  )
}
