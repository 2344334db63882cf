import { useCallback, useMemo } from 'react'
import { isLocalDate } from '@/core/dates'
import type { Uuid } from '@/core/model'
import { HISTORY } from '@/core/paths'
import { putParams, useOwnParams } from '@/ui/use-address'
import type { SessionFilters } from '../session-filters'

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
  const [params, setParams] = useOwnParams()
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
    (id: Uuid | null) => setParams((now) => putParams(now, { [NAMES.editing]: id }), { replace: true }),
    [setParams],
  )
  return { filters, page, filter, goToPage, replacePage, editing: readEditing(params), edit }
}

/** Query parameters of the history; others (refresh) stay untouched. */
const NAMES = {
  ...HISTORY,
  unassigned: 'sem-pacote',
  cancelled: 'canceladas',
  page: 'pagina',
  editing: 'editar',
} as const

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** At most six digits; longer numbers are no real page. */
const PAGE = /^[1-9]\d{0,5}$/

function readDay(text: string | null): string {
  return text !== null && isLocalDate(text) ? text : ''
}

/** The filters and page of an address. Unknown values are ignored, because people type and share addresses. */
function readAddress(params: URLSearchParams): { filters: SessionFilters; page: number } {
  const page = params.get(NAMES.page) ?? ''
  return {
    filters: {
      dateRange: { start: readDay(params.get(NAMES.start)), end: readDay(params.get(NAMES.end)) },
      showUnassignedOnly: params.get(NAMES.unassigned) === 'sim',
      showCancelledOnly: params.get(NAMES.cancelled) === 'sim',
    },
    page: PAGE.test(page) ? Number(page) : 1,
  }
}

/** The same address with these filters and this page; unset filters have no parameter. */
function writeAddress(
  params: URLSearchParams,
  { filters, page }: { filters: SessionFilters; page: number },
): URLSearchParams {
  return putParams(new URLSearchParams(params), {
    [NAMES.start]: filters.dateRange.start,
    [NAMES.end]: filters.dateRange.end,
    [NAMES.unassigned]: filters.showUnassignedOnly ? 'sim' : null,
    [NAMES.cancelled]: filters.showCancelledOnly ? 'sim' : null,
    [NAMES.page]: page > 1 ? String(page) : null,
  })
}

/** The session whose edit form is open. In the address, so that it reopens after a reload or a new login. */
function readEditing(params: URLSearchParams): Uuid | null {
  const id = params.get(NAMES.editing) ?? ''
  return UUID.test(id) ? id : null
}
