import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useOwner } from '@/account/use-auth'
import { TRY_AGAIN } from '@/core/common-texts'
import { ownerPages, ownerQuery } from '@/data/queries/owner-query'
import { useToday } from '@/ui/use-now'
import { finance, FINANCE_PAGE, type Cursor } from './data'
import { monthOf, type Month } from './months'
import { type Entry, type OpenPackage } from './rules'
import { FINANCE_SERVICE } from './service-texts'

const failed = (title: string) => ({ title, description: TRY_AGAIN })

/** The money of a month and of those around it, and what is owed today. */
export function useFinance(month: Month) {
  const today = useToday()
  const running = monthOf(today)
  const read = () => finance.figures(month, running, today)
  return useQuery({
    ...ownerQuery(useOwner(), ['finance', 'figures', month, running], read, failed(FINANCE_SERVICE.figures)),
    placeholderData: keepPreviousData,
  })
}

const next =
  <Row>(cursorOf: (row: Row) => Cursor) =>
  (page: Row[]): Cursor => {
    const last = page.at(-1)
    return page.length < FINANCE_PAGE || last === undefined ? null : cursorOf(last)
  }

/** The packages of which something is owed, by payment date, 50 at a time. */
export const useOpenPackages = () =>
  useInfiniteQuery(
    ownerPages(
      useOwner(),
      ['finance', 'open'],
      finance.openPackages,
      next(({ payment_date, id }: OpenPackage) => ({ day: payment_date, id })),
      failed(FINANCE_SERVICE.open),
    ),
  )

/** The payments and refunds of a month, the newest first, 50 at a time. */
export const useEntries = (month: Month) =>
  useInfiniteQuery(
    ownerPages(
      useOwner(),
      ['finance', 'entries', month],
      (start: Cursor) => finance.entries(month, start),
      next(({ paid_on, id }: Entry) => ({ day: paid_on, id })),
      failed(FINANCE_SERVICE.entries),
    ),
  )
