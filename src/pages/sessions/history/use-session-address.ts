import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { Uuid } from '@/domain/shared/model'
import type { SessionFilters } from '@/domain/sessions/session-filters'
import { readAddress, readEditing, writeAddress, writeEditing } from './filters-in-address'

export interface SessionAddress {
  filters: SessionFilters
  page: number
  /** Other filters, and back to the first page. */
  filter: (filters: SessionFilters) => void
  /** Another page; the way back leads to this one. */
  turn: (page: number) => void
  /** The page that is really there instead of the one that was asked for. */
  correct: (page: number) => void
  /** The lesson whose edit form is open. */
  editing: Uuid | null
  edit: (id: Uuid | null) => void
}

/** Filters and page live in the address, so that reload, back and a shared link keep them. */
export function useSessionAddress(): SessionAddress {
  const [params, setParams] = useSearchParams()
  const { filters, page } = useMemo(() => readAddress(params), [params])
  const filter = useCallback(
    (wanted: SessionFilters) =>
      setParams((now) => writeAddress(now, { filters: wanted, page: 1 }), { replace: true }),
    [setParams],
  )
  const turn = useCallback(
    (wanted: number) => setParams((now) => writeAddress(now, { ...readAddress(now), page: wanted })),
    [setParams],
  )
  const correct = useCallback(
    (wanted: number) =>
      setParams((now) => writeAddress(now, { ...readAddress(now), page: wanted }), { replace: true }),
    [setParams],
  )
  const edit = useCallback(
    (id: Uuid | null) => setParams((now) => writeEditing(now, id), { replace: true }),
    [setParams],
  )
  return { filters, page, filter, turn, correct, editing: readEditing(params), edit }
}
