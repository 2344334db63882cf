import { whyFailed, type Failure, type FailureCode, type Result } from '@/domain/shared/result'

/** A failed Result inside a query: Query retries and reports what is thrown. `message` is ready to be shown. */
export class ServiceError extends Error {
  readonly code: FailureCode

  constructor(failure: Failure) {
    super(failure.message)
    this.name = 'ServiceError'
    this.code = failure.code
  }
}

/** What a screen says where data could not be loaded, and why, when that is known. */
export function explained(
  error: Error | null,
  words: { title: string; description: string },
): { title: string; description: string } {
  if (!(error instanceof ServiceError)) return words
  return { ...words, description: whyFailed(error, words.description) }
}

/** The data of a Result, or its failure as a `ServiceError`. */
export async function unwrap<T>(call: Promise<Result<T>>): Promise<T> {
  const result = await call
  if (result.success) return result.data
  throw new ServiceError(result)
}
