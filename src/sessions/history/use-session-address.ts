import { useCallback } from 'react'
import { isLocalDate } from '@/core/dates'
import type { Uuid } from '@/core/model'
import { CANCEL_DAY, HISTORY } from '@/core/paths'
import { putParams, useAddress, useOwnParams } from '@/ui/use-address'
import type { SessionFilterChange, SessionFilters } from '../rules'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** At most six digits; longer numbers are not real pages. */
const PAGE = /^[1-9]\d{0,5}$/

const pageParam = (page: number) => ({ pagina: page > 1 ? String(page) : null })

/**
 * Keeps filters, page, open edit form and the day's dialog in the address, so that a reload, 'back', a shared link and
 * a new login find them. Unknown values are ignored, because people type and share addresses.
 */
export function useSessionAddress() {
  const [params, put] = useAddress()
  const [, setParams] = useOwnParams()
  const dayIn = (name: string) => {
    const day = params.get(name) ?? ''
    return isLocalDate(day) ? day : ''
  }
  const filters: SessionFilters = {
    dateRange: { start: dayIn(HISTORY.start), end: dayIn(HISTORY.end) },
    showUnassignedOnly: params.get('sem-pacote') === 'sim',
    showCancelledOnly: params.get('canceladas') === 'sim',
  }
  const page = params.get('pagina') ?? ''
  const edited = params.get('editar') ?? ''
  const withDialog = putParams(new URLSearchParams(params), { [CANCEL_DAY]: 'hoje' })
  return {
    filters,
    filter: ({ dateRange, showUnassignedOnly, showCancelledOnly }: SessionFilterChange) =>
      put({
        [HISTORY.start]: dateRange?.start,
        [HISTORY.end]: dateRange?.end,
        'sem-pacote': showUnassignedOnly && 'sim',
        canceladas: showCancelledOnly && 'sim',
        ...pageParam(1),
      }),
    page: PAGE.test(page) ? Number(page) : 1,
    /** Goes to another page, as a new history entry. */
    goToPage: (wanted: number) => setParams((now) => putParams(now, pageParam(wanted))),
    /** Replaces a requested page that does not exist. */
    replacePage: useCallback((wanted: number) => put(pageParam(wanted)), [put]),
    editing: UUID.test(edited) ? edited : null,
    edit: useCallback((id: Uuid | null) => put({ editar: id }), [put]),
    isCancelDayOpen: params.get(CANCEL_DAY) === 'hoje',
    /** Opens the dialog, also from the dashboard; 'back' closes it. */
    cancelDayLink: `?${withDialog.toString()}`,
    closeCancelDay: useCallback(() => put({ [CANCEL_DAY]: null }), [put]),
  }
}
