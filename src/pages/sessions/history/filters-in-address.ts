import { isLocalDate } from '@/domain/shared/dates'
import type { Uuid } from '@/domain/shared/model'
import type { SessionFilters } from '@/domain/sessions/session-filters'

/** The names in the address; other parameters (refresh) are left alone. */
const NAMES = {
  start: 'de',
  end: 'ate',
  unassigned: 'sem-pacote',
  page: 'pagina',
  editing: 'editar',
} as const

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Longer numbers are no pages that anybody has. */
const PAGE = /^[1-9]\d{0,5}$/

function readDay(text: string | null): string {
  return text !== null && isLocalDate(text) ? text : ''
}

/** What an address asks for. What it does not know is no filter, and page 1: addresses are typed and shared. */
export function readAddress(params: URLSearchParams): { filters: SessionFilters; page: number } {
  const page = params.get(NAMES.page) ?? ''
  return {
    filters: {
      dateRange: { start: readDay(params.get(NAMES.start)), end: readDay(params.get(NAMES.end)) },
      showUnassignedOnly: params.get(NAMES.unassigned) === 'sim',
    },
    page: PAGE.test(page) ? Number(page) : 1,
  }
}

/** The same address with these filters and this page; what is not set leaves no trace. */
export function writeAddress(
  params: URLSearchParams,
  { filters, page }: { filters: SessionFilters; page: number },
): URLSearchParams {
  const next = new URLSearchParams(params)
  const put = (name: string, value: string) => {
    if (value === '') next.delete(name)
    else next.set(name, value)
  }
  put(NAMES.start, filters.dateRange.start)
  put(NAMES.end, filters.dateRange.end)
  put(NAMES.unassigned, filters.showUnassignedOnly ? 'sim' : '')
  put(NAMES.page, page > 1 ? String(page) : '')
  return next
}

/** The lesson whose edit form is open: a reload, and a new login after an expired one, come back to it. */
export function readEditing(params: URLSearchParams): Uuid | null {
  const id = params.get(NAMES.editing) ?? ''
  return UUID.test(id) ? id : null
}

/** The same address with the edit form of this lesson open, or none. */
export function writeEditing(params: URLSearchParams, id: Uuid | null): URLSearchParams {
  const next = new URLSearchParams(params)
  if (id === null) next.delete(NAMES.editing)
  else next.set(NAMES.editing, id)
  return next
}
