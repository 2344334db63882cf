import { failure, type Created } from '@/domain/shared/result'
import { mayHaveHappened, send, type ProviderResponse } from '@/services/network/retry'
import { MESSAGES } from '@/texts/shared/messages'
import { codeOf, hasValues, inDoubt, success, toFailure } from './errors'

type Answer<Row> = ProviderResponse & { data: Row | null }

/**
 * Creates a row under an id made by the client: sent twice, it is one row, and one deleted since does not come back
 * (failure 'already-deleted'). If the stored row differs from `values`, the outcome is 'already-saved'. If it exists
 * but cannot be read, the failure is in doubt.
 */
export async function insertOnce<Row extends object>({
  insert,
  read,
  values,
  texts,
}: {
  insert: () => PromiseLike<Answer<Row>>
  read: () => PromiseLike<Answer<Row>>
  /** The values to compare; id and owner need no comparing. */
  values: Partial<Row>
  texts: { failed: string; done: string; alreadyDeleted: string }
}): Promise<Created<Row>> {
  const sent = await send(insert)
  const { data } = sent.response
  if (data !== null) return { ...success(data, texts.done), outcome: 'saved' }
  const code = codeOf(sent.response)
  if (code !== 'already-exists') {
    const failed = toFailure(sent.response, texts.failed, { 'already-deleted': texts.alreadyDeleted })
    return mayHaveHappened(sent) ? inDoubt(failed) : failed
  }
  return storedEarlier({ read, values, texts })
}

/** What an earlier request stored under an id that is taken; see `insertOnce`. */
export async function storedEarlier<Row extends object>({
  read,
  values,
  texts,
}: Pick<Parameters<typeof insertOnce<Row>>[0], 'read' | 'values' | 'texts'>): Promise<Created<Row>> {
  const { response: there } = await send(read)
  if (there.error) return inDoubt(toFailure(there, texts.failed))
  if (there.data === null) return failure('already-deleted', texts.alreadyDeleted)
  return hasValues(there.data, values)
    ? { ...success(there.data, texts.done), outcome: 'saved' }
    : { ...success(there.data, MESSAGES.common.alreadySaved), outcome: 'already-saved' }
}
