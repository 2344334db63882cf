import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { SessionFilters } from '@/domain/sessions/session-filters'
import type { Uuid } from '@/domain/shared/model'
import { readAddress, readEditing, writeAddress, writeEditing } from './filters-in-address'

export interface SessionAddress {
  filters: SessionFilters
  page: number
  /** Sets the filters and returns to page 1. */
  filter: (filters: SessionFilters) => void
  /** Goes to another page, as a new history entry. */
  goToPage: (page: number) => void
  /** Replaces a requested page that does not exist. */
  replacePage: (page: number) => void
  /** The session whose edit form is open. */
  editing: Uuid | null
  edit: (id: Uuid | null) => void
}

/** Keeps filters, page and open edit form in the address, so that reload, back and shared links keep them. */
export function useSessionAddress(): SessionAddress {
  const [params, setParams] = useSearchParams()
  const { filters, page } = useMemo(() => readAddress(params), [params])
  const filter = useCallback(
    (wanted: SessionFilters) =>
      setParams((now) => writeAddress(now, { filters: wanted, page: 1 }), { replace: true }),
    [setParams],
  )
  const goToPage = useCallback(
    (wanted: number) => setParams((now) => writeAddress(now, { ...readAddress(now), page: wanted })),
    [setParams],
  )
  const replacePage = useCallback(
    (wanted: number) =>
      setParams((now) => writeAddress(now, { ...readAddress(now), page: wanted }), { replace: true }),
    [setParams],
  )
  const edit = useCallback(
    (id: Uuid | null) => setParams((now) => writeEditing(now, id), { replace: true }),
    [setParams],
  )
  return { filters, page, filter, goToPage, replacePage, editing: readEditing(params), edit }
}
