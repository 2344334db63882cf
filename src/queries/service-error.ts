import type { Failure, FailureReason, Result } from '@/domain/shared/result'

/** A failed Result inside a query: Query retries and reports what is thrown. `message` is ready to be shown. */
export class ServiceError extends Error {
  readonly reason: FailureReason

  constructor(failure: Failure) {
    super(failure.message)
    this.name = 'ServiceError'
    this.reason = failure.reason
  }
}

/** What a screen says where data could not be loaded: that there is no connection, when that is why. */
export function explained(
  error: Error | null,
  words: { title: string; description: string },
): { title: string; description: string } {
  return error instanceof ServiceError && error.reason === 'network'
    ? { ...words, description: error.message }
    : words
}

/** The data of a Result, or its failure as a `ServiceError`. */
export async function unwrap<T>(call: Promise<Result<T>>): Promise<T> {
  const result = await call
  if (result.success) return result.data
  throw new ServiceError(result)
}
