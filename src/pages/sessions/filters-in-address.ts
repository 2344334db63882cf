import { isLocalDate } from '@/domain/dates'
import type { SessionFilters } from '@/domain/session-filters'

/** The names in the address; other parameters (refresh) are left alone. */
const NAMES = { start: 'de', end: 'ate', unassigned: 'sem-pacote', page: 'pagina' } as const

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
