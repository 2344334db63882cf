import { Button } from '@/components/ui/button'
import { toast } from '@/lib/browser/toast'
import { explained } from '@/queries/service-error'
import { FINANCE as texts } from '@/texts/finance/finance'
import { TRY_AGAIN } from '@/texts/shared/messages-common'

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
