import type { Result } from '@/domain/shared/result'
import { send, type ProviderResponse } from '@/services/network/retry'
import { hasValues, knownFailure, success, toFailure } from './errors'

/** A row as somebody saw it when an edit began. */
export interface Seen {
  updated_at: string
}

type Answer<Row> = ProviderResponse & { data: Row | null }

/**
 * Changes a row that was seen at some moment; one that was edited elsewhere since is left as it is: failure 'overtaken'.
 * A repeat that finds its own work is a success.
 */
export async function updateSeen<Row extends object>({
  update,
  read,
  values,
  texts,
  missing,
}: {
  /** Changes the row if nobody touched it since; answers null when there is no such row. */
  update: () => PromiseLike<Answer<Row>>
  read: () => PromiseLike<Answer<Row>>
  values: Partial<Row>
  texts: { failed: string; done?: string }
  /** The code of a row that is not there. */
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
