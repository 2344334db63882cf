import { TRY_AGAIN } from '@/core/common-texts'
import { explained } from '@/data/queries/service-error'
import { toast } from '@/lib/browser/toast'
import { Button } from '@/ui/button'
import { FINANCE as texts } from './texts'

interface PagedQuery {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => Promise<{ isFetchNextPageError: boolean; error: Error | null }>
}

/** Reads the next page of a list. Should it fail, what is there stays. */
export function MoreButton({ query }: { query: PagedQuery }) {
  if (!query.hasNextPage) return null
  const read = async () => {
    const { isFetchNextPageError, error } = await query.fetchNextPage()
    if (!isFetchNextPageError) return
    toast({ ...explained(error, { title: texts.moreFailed, description: TRY_AGAIN }), tone: 'error' })
  }
  return (
    <Button
      tone="outline"
      className="mt-3 w-full"
      pending={query.isFetchingNextPage}
      pendingLabel={texts.loadingMore}
      onClick={() => void read()}
    >
      {texts.more}
    </Button>
  )
}
