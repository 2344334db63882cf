import { COMMON_MESSAGES } from '@/core/common-texts'
import type { Instant, Uuid } from '@/core/model'
import { failure, type Failure, type Result } from '@/core/result'
import { postPublic } from '@/data/public-api'

/** The database's answer to a visitor; a refusal is its own sentence. */
type Answer<Data> = ({ success: true } & Data) | { success: false; error: string }

function isAnswer<Data>(body: unknown): body is Answer<Data> {
  return typeof body === 'object' && body !== null && 'success' in body
}

async function ask<Data>(name: string, args: object): Promise<Answer<Data> | Failure> {
  const { status, body } = await postPublic(`rpc/${name}`, args)
  if (status === 200 && isAnswer<Data>(body)) return body
  if (status === 429) return failure('rate-limited', COMMON_MESSAGES.rateLimited)
  return status === 0
    ? failure('network', COMMON_MESSAGES.network)
    : failure('server', COMMON_MESSAGES.tryAgain)
}

/**
 * What a student writes by the link, without a login (docs/product.md, 'Combinados'). Each is one request; of a lost answer it is not
 * known whether it was written, and the same tap again writes nothing more.
 */
export const visits = {
  /** 'Li os combinados': answers when they were read first. */
  confirm: async (link: Uuid, version: number): Promise<Result<Instant>> => {
    const answer = await ask<{ confirmed_at: Instant }>('confirm_agreement', { link, version })
    if (answer.success) return { success: true, data: answer.confirmed_at }
    return 'error' in answer ? failure('invalid', answer.error) : answer
  },
}
