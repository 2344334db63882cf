import type { UseQueryResult } from '@tanstack/react-query'
import { COMMON_MESSAGES } from '@/core/common-texts'
import { ErrorState } from '@/ui/states'

/** A part of the profile that could not be read, with a retry button. */
export function LoadFailed({
  query: { error, isFetching, refetch },
}: {
  query: Pick<UseQueryResult, 'error' | 'isFetching' | 'refetch'>
}) {
  const { title, description } = COMMON_MESSAGES.loadFailed
  return (
    <ErrorState
      title={title}
      description={error?.message ?? description}
      onRetry={() => void refetch()}
      retrying={isFetching}
    />
  )
}
