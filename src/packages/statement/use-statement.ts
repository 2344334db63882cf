import { useInfiniteQuery } from '@tanstack/react-query'
import { useOwner } from '@/account/use-auth'
import { COMMON_MESSAGES } from '@/core/common-texts'
import { isLocalDate, toLocalDate } from '@/core/dates'
import { isUuid, type LocalDate, type Uuid } from '@/core/model'
import { ownerPages } from '@/data/queries/owner-query'
import { useAddress } from '@/ui/use-address'
import { statement, type StatementFilter } from './data'

/** Lines per request: first a screenful, then so many that a whole history takes few requests. */
const PAGE = { first: 30, next: 100 } as const

/** As of the request's day, also on a screen that was left open overnight. */
const pageNow = (studentId: Uuid, filter: StatementFilter, before: number | null) =>
  statement.page(studentId, toLocalDate(new Date()), filter, before, before === null ? PAGE.first : PAGE.next)

/** A student's statement, newest lines first. Read balances and expired credits from the first page. */
export const useStatement = (studentId: Uuid, filter: StatementFilter) =>
  useInfiniteQuery(
    ownerPages(
      useOwner(),
      ['statements', studentId, filter],
      (before: number | null) => pageNow(studentId, filter, before),
      ({ more, lines }) => (more ? (lines.at(-1)?.id ?? null) : null),
      COMMON_MESSAGES.loadFailed,
    ),
  )

export interface StatementFilters {
  /** '' for all. */
  packageId: Uuid
  /** '' is open on that side. */
  start: LocalDate
  end: LocalDate
}

const dayOf = (text = '') => (isLocalDate(text) ? text : '')

/** The filters of the address. Unknown values are ignored, because people type and share addresses. */
export function useStatementFilters(): [StatementFilters, (change: Partial<StatementFilters>) => void] {
  const [params, put] = useAddress()
  const [packageId, start, end] = ['pacote', 'de', 'ate'].map((name) => params.get(name) ?? '')
  const filters = {
    packageId: packageId && isUuid(packageId) ? packageId : '',
    start: dayOf(start),
    end: dayOf(end),
  }
  return [filters, (next) => put({ pacote: next.packageId, de: next.start, ate: next.end })]
}
