import { clsx } from 'clsx'
import { useEffect, useRef, type ReactNode } from 'react'
import { PAGE_SIZES } from '@/core/constants'
import { pageInfo } from '@/core/paging'
import { Pagination } from '@/ui/pagination'

interface PagedListProps {
  heading: string
  pagerLabel: string
  page: number
  total: number
  /** True while the previous page is shown and the next one loads. */
  stale: boolean
  onPage: (page: number) => void
  children: ReactNode
}

/** A list with 9 items per page under a heading. Changing the page scrolls to the heading and focuses it. */
export function PagedList({ heading, pagerLabel, page, total, stale, onPage, children }: PagedListProps) {
  const top = useRef<HTMLHeadingElement>(null)
  const { page: current, pages } = pageInfo(page, PAGE_SIZES.profileLessons, total)

  // Past the end: the address is old, or rows were deleted.
  useEffect(() => {
    if (page !== current) onPage(current)
  }, [page, current, onPage])

  const turn = (next: number) => {
    onPage(next)
    // At once, because the pressed button may become disabled and lose the focus.
    top.current?.focus({ preventScroll: true })
    top.current?.scrollIntoView({ block: 'start' })
  }
  return (
    <section aria-busy={stale || undefined}>
      <h2 ref={top} tabIndex={-1} className="figures mb-3 scroll-mt-20 text-lg outline-none">
        {heading}
      </h2>
      <div className={clsx(stale && 'opacity-60')}>{children}</div>
      <Pagination label={pagerLabel} page={current} pages={pages} onChange={turn} />
    </section>
  )
}
