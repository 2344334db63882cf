import type { Failure, FailureReason, Result } from '@/domain/result'

/** A failed Result inside a query: Query retries and reports what is thrown. `message` is ready to be shown. */
export class ServiceError extends Error {
  readonly reason: FailureReason

  constructor(failure: Failure) {
    super(failure.message)
    this.name = 'ServiceError'
    this.reason = failure.reason
  }
}

/** The data of a Result, or its failure as a `ServiceError`. */
export async function unwrap<T>(call: Promise<Result<T>>): Promise<T> {
  const result = await call
  if (result.success) return result.data
  throw new ServiceError(result)
}
