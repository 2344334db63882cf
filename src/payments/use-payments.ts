import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useOwner } from '@/account/use-auth'
import { COMMON_MESSAGES, TRY_AGAIN } from '@/core/common-texts'
import type { Uuid } from '@/core/model'
import { ownerPages, ownerQuery } from '@/data/queries/owner-query'
import { useToday } from '@/ui/use-now'
import { finance, FINANCE_PAGE, payments, type Cursor, type OpenPackage } from './data'
import { monthOf, type Month } from './finance/months'
import type { Entry } from './finance/rules'
import { FINANCE_FAILED } from './finance/texts'

/** Payments and refunds of a student's packages, newest day first. */
export const usePayments = (studentId: Uuid) =>
  useQuery(
    ownerQuery(useOwner(), ['packages', studentId, 'payments'], () => payments.listByStudent(studentId)),
  )

/** A payment with what its receipt says; null if there is none. */
export const useReceipt = (paymentId: Uuid) =>
  useQuery(
    ownerQuery(
      useOwner(),
      ['packages', 'receipt', paymentId],
      () => payments.receipt(paymentId),
      COMMON_MESSAGES.loadFailed,
    ),
  )

const failed = (title: string) => ({ title, description: TRY_AGAIN })

/** The money of a month and of those around it, and what is owed today. */
export function useFinance(month: Month) {
  const today = useToday()
  const running = monthOf(today)
  const read = () => finance.figures(month, running, today)
  return useQuery({
    ...ownerQuery(useOwner(), ['finance', 'figures', month, running], read, failed(FINANCE_FAILED.figures)),
    placeholderData: keepPreviousData,
  })
}

/** Where the page after a full one begins. */
const nextPage =
  <Row extends { id: string }>(dayOf: (row: Row) => string) =>
  (page: Row[]): Cursor => {
    const last = page.at(-1)
    return page.length < FINANCE_PAGE || last === undefined ? null : { day: dayOf(last), id: last.id }
  }

/** The packages of which something is owed, by payment date, 50 at a time. */
export const useOpenPackages = () =>
  useInfiniteQuery(
    ownerPages(
      useOwner(),
      ['finance', 'open'],
      finance.openPackages,
      nextPage((pkg: OpenPackage) => pkg.payment_date),
      failed(FINANCE_FAILED.open),
    ),
  )

/** The payments and refunds of a month, the newest first, 50 at a time. */
export const useEntries = (month: Month) =>
  useInfiniteQuery(
    ownerPages(
      useOwner(),
      ['finance', 'entries', month],
      (start: Cursor) => finance.entries(month, start),
      nextPage((entry: Entry) => entry.paid_on),
      failed(FINANCE_FAILED.entries),
    ),
  )

/** The marked packages that wait to be renewed for a month. */
export const useRenewals = (month: Month) =>
  useQuery(ownerQuery(useOwner(), ['finance', 'renewals', month], () => finance.renewals(month)))
