import { ErrorState } from '@/components/ui/states'
import { MESSAGES } from '@/texts/shared/messages'

/** A part of the profile that could not be read, with a retry button. */
export function LoadFailed({
  error,
  onRetry,
  retrying,
}: {
  error: Error
  onRetry: () => void
  retrying: boolean
}) {
  return (
    <ErrorState
      title={MESSAGES.common.loadFailed.title}
      description={error.message}
      onRetry={onRetry}
      retrying={retrying}
    />
  )
}
