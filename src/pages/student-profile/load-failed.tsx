import type { UseQueryResult } from '@tanstack/react-query'
import { ErrorState } from '@/components/ui/states'
import { MESSAGES } from '@/texts/shared/messages'

/** A part of the profile that could not be read, with a retry button. */
export function LoadFailed({
  query: { error, isFetching, refetch },
}: {
  query: Pick<UseQueryResult, 'error' | 'isFetching' | 'refetch'>
}) {
  const { title, description } = MESSAGES.common.loadFailed
  return (
    <ErrorState
      title={title}
      description={error?.message ?? description}
      onRetry={() => void refetch()}
      retrying={isFetching}
    />
  )
}
