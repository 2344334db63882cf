import { COMMON_MESSAGES } from '@/core/common-texts'
import { failedRead } from '@/data/queries/owner-query'
import { ErrorState } from '@/ui/states'

/** A part of the profile that could not be read, with a retry button. */
export function LoadFailed({ query }: { query: Parameters<typeof failedRead>[1] }) {
  const failed = failedRead(COMMON_MESSAGES.loadFailed, query)
  return <ErrorState {...failed} description={query.error?.message ?? failed.description} />
}
