import type { Result } from '@/domain/shared/result'
import { send, type ProviderResponse } from '@/services/network/retry'
import { hasValues, knownFailure, success, toFailure } from './errors'

/** The version of a row that somebody saw when an edit began. */
export interface Seen {
  updated_at: string
}

type Answer<Row> = ProviderResponse & { data: Row | null }

/**
 * Updates a row with optimistic locking: if it was edited since it was seen, it is left alone (failure 'overtaken'). A
 * repeat that finds its own values succeeds.
 */
export async function updateSeen<Row extends object>({
  update,
  read,
  values,
  texts,
  missing,
}: {
  /** Updates the row if it was not changed since; resolves with null if no row matched. */
  update: () => PromiseLike<Answer<Row>>
  read: () => PromiseLike<Answer<Row>>
  values: Partial<Row>
  texts: { failed: string; done?: string }
  /** The failure when the row does not exist. */
  missing: Parameters<typeof knownFailure>[0]
}): Promise<Result<Row>> {
  const { response } = await send(update)
  if (response.error) return toFailure(response, texts.failed)
  if (response.data) return success(response.data, texts.done)
  const { response: now } = await send(read)
  if (now.error) return toFailure(now, texts.failed)
  if (now.data === null) return knownFailure(missing)
  return hasValues(now.data, values) ? success(now.data, texts.done) : knownFailure('overtaken')
}
