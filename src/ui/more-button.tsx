import { TRY_AGAIN } from '@/core/common-texts'
import { explained } from '@/data/queries/owner-query'
import { focusNearest, withAncestors } from '@/lib/browser/focus-nearest'
import { toast, withdrawFailure } from '@/lib/browser/toast'
import { Button } from './button'
import { useFocusAfterChange } from './use-focus-after'

/** A list that is read page by page, as `useInfiniteQuery` returns it. */
interface PagedQuery {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => Promise<{ isFetchNextPageError: boolean; hasNextPage: boolean; error: Error | null }>
}

/** Reads the next page of a list. After a failure a toast says why, and the earlier pages stay. */
export async function readMore({ fetchNextPage }: Pick<PagedQuery, 'fetchNextPage'>, failed: string) {
  const result = await fetchNextPage()
  if (result.isFetchNextPageError) {
    toast({ ...explained(result.error, { title: failed, description: TRY_AGAIN }), tone: 'error' })
  } else withdrawFailure()
  return result
}

/** The button below a list that reads its next page. After the last page it is gone; its section has the focus then. */
export function MoreButton({
  query,
  label = 'Mostrar mais',
  failed = 'Erro ao carregar mais',
  className,
}: {
  query: PagedQuery
  label?: string
  failed?: string
  className: string
}) {
  const focusAfterChange = useFocusAfterChange(query.hasNextPage)
  if (!query.hasNextPage) return null
  return (
    <Button
      className={className}
      pending={query.isFetchingNextPage}
      pendingLabel="Carregando..."
      onClick={({ currentTarget }) => {
        const around = withAncestors(currentTarget)
        focusAfterChange(() => focusNearest(around))
        void readMore(query, failed)
      }}
    >
      {label}
    </Button>
  )
}
