import { useRef, useState, type ReactNode, type RefObject } from 'react'
import { PAGE_SIZES } from '@/core/constants'
import { formatDate } from '@/core/dates'
import { pageInfo } from '@/core/paging'
import { Card } from '@/ui/card'
import { Pagination } from '@/ui/pagination'
import { Stars } from '@/ui/stars'
import type { PublicSession } from './data'

/** Lessons as cards with day, teacher and stars, newest first, in pages. */
export function PagedLessons<Lesson extends PublicSession>({
  title,
  lessons,
  empty,
  children,
}: {
  title: string
  lessons: readonly Lesson[]
  /** Instead of no card. */
  empty: ReactNode
  /** The rest of a card. */
  children: (lesson: Lesson) => ReactNode
}) {
  const { items, page, pages, turn, list } = usePages(lessons, PAGE_SIZES.publicSessions)
  if (lessons.length === 0) return empty
  return (
    <>
      <h2 className="sr-only">{title}</h2>
      <ul
        ref={list}
        tabIndex={-1}
        aria-label={title}
        className="flex scroll-mt-4 flex-col gap-3 outline-none"
      >
        {items.map((lesson) => (
          <li key={lesson.id}>
            <Card>
              <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1.5">
                <div className="min-w-0">
                  <h3 className="figures text-[17px]">{formatDate(lesson.date)}</h3>
                  <p className="mt-0.5 line-clamp-2 text-[15px] text-ink-soft">{lesson.teacher}</p>
                </div>
                {lesson.feedback && <Stars rating={lesson.feedback.rating} />}
              </div>
              {children(lesson)}
            </Card>
          </li>
        ))}
      </ul>
      <Pagination page={page} pages={pages} onChange={turn} label={`Páginas de ${title.toLowerCase()}`} />
    </>
  )
}

/**
 * Pages a list that is already loaded. `list` is for the element with the current page: turning the page scrolls to
 * it and focuses it.
 */
function usePages<T>(
  all: readonly T[],
  pageSize: number,
): {
  items: T[]
  page: number
  pages: number
  turn: (page: number) => void
  list: RefObject<HTMLUListElement | null>
} {
  const [wanted, setWanted] = useState(1)
  const list = useRef<HTMLUListElement>(null)
  const { page, pages, from, to } = pageInfo(wanted, pageSize, all.length)
  const turn = (next: number) => {
    setWanted(next)
    list.current?.focus({ preventScroll: true })
    list.current?.scrollIntoView({ block: 'start' })
  }
  return { items: all.slice(Math.max(0, from - 1), to), page, pages, turn, list }
}
