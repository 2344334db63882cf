import { clsx } from 'clsx'

/**
 * Inlines a picture of ./courts, imported with '?raw' (`node tests/og/draw.ts` draws them). As an <img> it would be
 * heavier, and the largest contentful paint of the public pages on phones. Decorative.
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
