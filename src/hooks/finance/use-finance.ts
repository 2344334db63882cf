import { keepPreviousData, skipToken, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type Entry, type OpenPackage } from '@/domain/finance/finance'
import { monthOf, type Month } from '@/domain/finance/months'
import { useOwner } from '@/hooks/account/use-auth'
import { useToday } from '@/hooks/shared/use-now'
import { queryKeys } from '@/queries/query-keys'
import { unwrap } from '@/queries/service-error'
import { finance, FINANCE_PAGE, type Cursor } from '@/services/finance/finance'
import { FINANCE_SERVICE } from '@/texts/finance/finance-service'
import { TRY_AGAIN } from '@/texts/shared/messages-common'

const failed = (title: string) => ({ loadFailed: { title, description: TRY_AGAIN } })

/** The money of a month and of those around it, and what is owed today. */
export function useFinance(month: Month) {
  const owner = useOwner()
  const today = useToday()
  const running = monthOf(today)
  return useQuery({
    queryKey: queryKeys.finance(owner ?? '', month, running),
    queryFn: owner === null ? skipToken : () => unwrap(finance.figures(month, running, today)),
    placeholderData: keepPreviousData,
    meta: failed(FINANCE_SERVICE.figures),
  })
}

const next = <Row>(cursorOf: (row: Row) => Cursor) => ({
  initialPageParam: null as Cursor,
  getNextPageParam: (page: Row[]): Cursor => {
    const last = page.at(-1)
    return page.length < FINANCE_PAGE || last === undefined ? null : cursorOf(last)
  },
})

/** The packages of which something is owed, by payment date, 50 at a time. */
export function useOpenPackages() {
  const owner = useOwner()
  return useInfiniteQuery({
    queryKey: queryKeys.openPackages(owner ?? ''),
    queryFn: owner === null ? skipToken : ({ pageParam }) => unwrap(finance.openPackages(pageParam)),
    ...next(({ payment_date, id }: OpenPackage) => ({ day: payment_date, id })),
    meta: failed(FINANCE_SERVICE.open),
  })
}

/** The payments and refunds of a month, the newest first, 50 at a time. */
export function useEntries(month: Month) {
  const owner = useOwner()
  return useInfiniteQuery({
    queryKey: queryKeys.entries(owner ?? '', month),
    queryFn: owner === null ? skipToken : ({ pageParam }) => unwrap(finance.entries(month, pageParam)),
    ...next(({ paid_on, id }: Entry) => ({ day: paid_on, id })),
    meta: failed(FINANCE_SERVICE.entries),
  })
}
