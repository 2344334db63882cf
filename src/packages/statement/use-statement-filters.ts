import { isLocalDate } from '@/core/dates'
import type { LocalDate, Uuid } from '@/core/model'
import { putParams } from '@/ui/use-address'

export interface StatementFilters {
  /** '' for all. */
  packageId: Uuid
  /** '' is open on that side. */
  dateRange: { start: LocalDate; end: LocalDate }
}

const NAMES = { packageId: 'pacote', start: 'de', end: 'ate' } as const

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

function readDay(text: string | null): string {
  return text !== null && isLocalDate(text) ? text : ''
}

/** The filters of an address. Unknown values are ignored, because people type and share addresses. */
export function readFilters(params: URLSearchParams): StatementFilters {
  const packageId = params.get(NAMES.packageId) ?? ''
  return {
    packageId: UUID.test(packageId) ? packageId : '',
    dateRange: { start: readDay(params.get(NAMES.start)), end: readDay(params.get(NAMES.end)) },
  }
}

/** The same address with these filters; unset filters have no parameter. */
export function writeFilters(
  params: URLSearchParams,
  { packageId, dateRange }: StatementFilters,
): URLSearchParams {
  return putParams(new URLSearchParams(params), {
    [NAMES.packageId]: packageId,
    [NAMES.start]: dateRange.start,
    [NAMES.end]: dateRange.end,
  })
}
