import { skipToken, useInfiniteQuery } from '@tanstack/react-query'
import type { LocalDate, Uuid } from '@/domain/shared/model'
import type { StatementPage } from '@/domain/statement/statement'
import { useOwner } from '@/hooks/account/use-auth'
import { ownerKey } from '@/queries/owner-query'
import { unwrap } from '@/queries/service-error'
import { statement, type StatementFilter } from '@/services/statement/statement'
import { MESSAGES } from '@/texts/shared/messages'

/** Lines per request: a screenful, then enough that a whole history takes few. */
const PAGE = { first: 30, next: 100 } as const

/**
 * A student's statement, newest lines first; `fetchNextPage` reads older ones. The balances and the expired credits are
 * those of the first page.
 */
export function useStatement(studentId: Uuid, today: LocalDate, filter: StatementFilter) {
  const owner = useOwner()
  return useInfiniteQuery({
    queryKey: ownerKey(owner, ['statements', studentId, filter]),
    queryFn:
      owner === null
        ? skipToken
        : ({ pageParam }: { pageParam: number | null }): Promise<StatementPage> =>
            unwrap(
              statement.page(
                studentId,
                today,
                filter,
                pageParam,
                pageParam === null ? PAGE.first : PAGE.next,
              ),
            ),
    initialPageParam: null,
    getNextPageParam: ({ more, lines }: StatementPage) => (more ? (lines.at(-1)?.id ?? null) : null),
    meta: { loadFailed: MESSAGES.common.loadFailed },
  })
}
