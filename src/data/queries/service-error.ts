import { TRY_AGAIN } from '@/core/common-texts'
import { whyFailed, type Failure, type FailureCode, type Result } from '@/core/result'

/** A failed `Result` as an error: React Query retries and reports only what is thrown. `message` can be shown. */
export class ServiceError extends Error {
  readonly code: FailureCode

  constructor(failure: Failure) {
    super(failure.message)
    this.name = 'ServiceError'
    this.code = failure.code
  }
}

/** The text for data that could not be loaded, with the reason if known. */
export function explained(
  error: Error | null,
  words: { title: string; description: string },
): { title: string; description: string } {
  if (!(error instanceof ServiceError)) return words
  return { ...words, description: whyFailed(error, words.description) }
}

/** What `failedRead` needs of a query. */
export type Read = { error: Error | null; isFetching: boolean; refetch: () => unknown }

/** The props of `ErrorState` for queries of which one failed, with the reason if known. */
export function failedRead(
  { title, description = TRY_AGAIN }: { title: string; description?: string },
  ...queries: readonly Read[]
) {
  const error = queries.find((query) => query.error)?.error ?? null
  return {
    ...explained(error, { title, description }),
    retrying: queries.some(({ isFetching }) => isFetching),
    onRetry: () => queries.forEach(({ refetch }) => void refetch()),
  }
}

/** The data of a `Result`; rejects with its failure as a `ServiceError`. */
export async function unwrap<T>(call: Promise<Result<T>>): Promise<T> {
  const result = await call
  if (result.success) return result.data
  throw new ServiceError(result)
}
