import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useOwner } from '@/account/use-auth'
import { COMMON_MESSAGES, TRY_AGAIN } from '@/core/common-texts'
import { toLocalDate } from '@/core/dates'
import type { Uuid } from '@/core/model'
import { ownerPages, ownerQuery } from '@/data/queries/owner-query'
import { useToday } from '@/ui/use-now'
import { entryCursor, finance, FINANCE_PAGE, payments, type EntryCursor, type OpenPackage } from './data'
import { monthOf, type Month } from './finance/rules'
import { FINANCE_FAILED } from './finance/texts'

/** Payments and refunds of a student's packages, newest day first. */
export const usePayments = (studentId: Uuid) =>
  useQuery(
    ownerQuery(useOwner(), ['packages', studentId, 'payments'], () => payments.listByStudent(studentId)),
  )

/** A payment with the data of its receipt; null if it does not exist. */
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

/** As of the request: a reload may begin before a screen that was left open overnight renders the new day. */
const figuresNow = (month: Month, running: Month) => finance.figures(month, running, toLocalDate(new Date()))

/** The money of the months that the chart shows around `month`, and what is owed today. */
export function useFinance(month: Month) {
  const running = monthOf(useToday())
  const read = () => figuresNow(month, running)
  return useQuery({
    ...ownerQuery(useOwner(), ['finance', 'figures', month, running], read, failed(FINANCE_FAILED.figures)),
    placeholderData: keepPreviousData,
  })
}

/** The cursor of the next page; null after a page that is not full. */
const nextPage =
  <Row, Start>(startOf: (row: Row) => Start) =>
  (page: Row[]): Start | null => {
    const last = page.at(-1)
    return page.length < FINANCE_PAGE || last === undefined ? null : startOf(last)
  }

/** The packages that are not fully paid, by payment date, 50 at a time. */
export const useOpenPackages = () =>
  useInfiniteQuery(
    ownerPages(
      useOwner(),
      ['finance', 'open'],
      finance.openPackages,
      nextPage(({ payment_date: day, id }: OpenPackage) => ({ day, id })),
      failed(FINANCE_FAILED.open),
    ),
  )

/** The payments and refunds of a month, newest first, 50 at a time. */
export const useEntries = (month: Month) =>
  useInfiniteQuery(
    ownerPages(
      useOwner(),
      ['finance', 'entries', month],
      (start: EntryCursor) => finance.entries(month, start),
      nextPage(entryCursor),
      failed(FINANCE_FAILED.entries),
    ),
  )

/** The packages marked 'Renovar todo mês' that are not renewed for the month yet. */
export const useRenewals = (month: Month) =>
  useQuery(ownerQuery(useOwner(), ['finance', 'renewals', month], () => finance.renewals(month)))
