import type { Uuid } from '@/core/model'
import { failure, type Result } from '@/core/result'
import { postPublic } from '@/data/public-api'
import type { Lead } from './rules'
import { LEAD_FORM } from './texts'

/** Unique violation: an earlier attempt, whose answer was lost, stored this id. */
const ALREADY_LEFT = '23505'

export const leads = {
  /**
   * Submits a lead (docs/product.md, 'Lead form'), which only the owner of the database can read. A repeat with the
   * same `id` is stored once. Failure messages are in the form's language; past the rate limit the code is
   * 'rate-limited'.
   */
  submit: async (id: Uuid, lead: Lead): Promise<Result<null>> => {
    const { status, body } = await postPublic('racketleads', { id, ...lead }, { prefer: 'return=minimal' })
    if (status === 201 || status === 204 || codeOf(body) === ALREADY_LEFT) {
      return { success: true, data: null }
    }
    console.error('The lead was not accepted:', status, body)
    const { failed, rateLimited } = LEAD_FORM[lead.language]
    if (status === 429) return failure('rate-limited', rateLimited)
    return failure(status === 0 ? 'network' : 'server', failed.description)
  },
}

const codeOf = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && 'code' in body ? body.code : undefined
