import { useRef, useState, type RefObject } from 'react'
import { pageInfo } from '@/domain/shared/paging'

/**
 * Cuts a list that is here already into pages. `list` goes on the element that holds one page: turning the page brings
 * the eyes and the keyboard to its beginning.
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
