import { useInfiniteQuery } from '@tanstack/react-query'
import { useOwner } from '@/account/use-auth'
import { COMMON_MESSAGES } from '@/core/common-texts'
import type { LocalDate, Uuid } from '@/core/model'
import { ownerPages } from '@/data/queries/owner-query'
import { statement, type StatementFilter } from './data'

/** Lines per request: a screenful, then enough that a whole history takes few. */
const PAGE = { first: 30, next: 100 } as const

/**
 * A student's statement, newest lines first; `fetchNextPage` reads older ones. The balances and the expired credits are
 * those of the first page.
 */
export const useStatement = (studentId: Uuid, today: LocalDate, filter: StatementFilter) =>
  useInfiniteQuery(
    ownerPages(
      useOwner(),
      ['statements', studentId, filter],
      (before: number | null) =>
        statement.page(studentId, today, filter, before, before === null ? PAGE.first : PAGE.next),
      ({ more, lines }) => (more ? (lines.at(-1)?.id ?? null) : null),
      COMMON_MESSAGES.loadFailed,
    ),
  )
