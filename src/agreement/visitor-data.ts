import { COMMON_MESSAGES } from '@/core/common-texts'
import type { Instant, Uuid } from '@/core/model'
import { failure, type Failure, type Result } from '@/core/result'
import { postPublic } from '@/data/public-api'
import { inZone, type PlannedLesson } from './planned'
import type { Outcome, Reply } from './replies'

/** The database's answer to a visitor. A refusal has a sentence to show, and may have data. */
type Answer<Data> = ({ success: true } & Data) | ({ success: false; error: string } & Partial<Data>)

const isAnswer = <Data>(body: unknown): body is Answer<Data> =>
  typeof body === 'object' && body !== null && 'success' in body

async function ask<Data>(name: string, args: object): Promise<Answer<Data> | Failure> {
  const { status, body } = await postPublic(`rpc/${name}`, args)
  if (status === 200 && isAnswer<Data>(body)) return body
  if (status === 429) return failure('rate-limited', COMMON_MESSAGES.rateLimited)
  return status === 0
    ? failure('network', COMMON_MESSAGES.network)
    : failure('server', COMMON_MESSAGES.tryAgain)
}

/**
 * What a student writes by the link, without a login (docs/product.md, 'Combinados'). Each call is one request; if the
 * answer is lost, nobody knows whether it was written, and the same tap again writes nothing more.
 */
export const visits = {
  /** 'Li os combinados'. Returns when the student first confirmed them. */
  confirm: async (link: Uuid, version: number): Promise<Result<Instant>> => {
    const answer = await ask<{ confirmed_at: Instant }>('confirm_agreement', { link, version })
    if (answer.success) return { success: true, data: answer.confirmed_at }
    return 'error' in answer ? failure('invalid', answer.error) : answer
  },

  /** 'Quero este horário': the first student who asks has the place. */
  take: async (link: Uuid, opening: Uuid): Promise<Result<undefined>> => {
    const answer = await ask('take_opening', { link, opening })
    if (answer.success) return { success: true, data: undefined }
    return 'error' in answer ? failure('invalid', answer.error) : answer
  },

  /**
   * 'Vou' or 'Não vou' to a lesson as it was shown: its hour, and as what 'Não vou' would count (`expected`). Returns
   * the lesson as it is now. If it is not as shown, nothing is written, and the failure's `now` is the lesson.
   */
  reply: async (
    link: Uuid,
    { slot_id: slot, slot_date, starts_at }: Pick<PlannedLesson, 'slot_id' | 'slot_date' | 'starts_at'>,
    reply: NonNullable<Reply['reply']>,
    expected: Outcome | null,
  ): Promise<Result<PlannedLesson> & { now?: PlannedLesson }> => {
    const { instant: start, zone } = starts_at
    const args = { link, slot, slot_date, reply, expected, start }
    const answer = await ask<{ lesson: PlannedLesson<Instant> }>('reply_to_lesson', args)
    if (answer.success) return { success: true, data: inZone(answer.lesson, zone) }
    if (!('error' in answer)) return answer
    const refused = failure('invalid', answer.error)
    return answer.lesson ? { ...refused, now: inZone(answer.lesson, zone) } : refused
  },
}
