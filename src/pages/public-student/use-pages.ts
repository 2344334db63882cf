import { useRef, useState, type RefObject } from 'react'
import { pageInfo } from '@/domain/shared/paging'

/**
 * Pages a list that is already loaded. `list` is for the element with the current page: turning the page scrolls to
 * it and focuses it.
 */
export function usePages<T>(
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
