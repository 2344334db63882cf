import { clsx } from 'clsx'

/**
 * A picture of ./courts, to be imported with '?raw' (`node tests/og/draw.ts` draws them). It is part of the page: as an
 * <img> it would be the largest paint of the public pages on phones, and heavier. Decorative.
 */
export function Court({ svg, className }: { svg: string; className: string }) {
  return (
    <div
      aria-hidden="true"
      className={clsx('*:size-full', className)}
      dangerouslySetInnerHTML={{ __html: svg }}
    />
  )
}
