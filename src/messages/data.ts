import type { Instant, Uuid } from '@/core/model'
import type { Result } from '@/core/result'
import { MOST_ROWS, read, write } from '@/data/calls'
import { knownFailure, success, toFailure } from '@/data/errors'
import { asOwner } from '@/data/owner'
import { send } from '@/data/retry'
import type { MessageKind, MessageRequest, Notice } from './requests'
import type { MessageTemplate } from './template.schema'
import { MESSAGE_TEXTS } from './texts'

const DAY_MS = 24 * 60 * 60_000
/** Messages opened longer ago are not shown. */
const NOTICE_DAYS = 90

const SAVE_FAILED = 'Erro ao salvar o texto'
const COLUMNS = 'kind, body, updated_at'

export const messages = {
  /** The messages opened in the last 90 days, newest first, at most 1,000. */
  notices: (now: Date): Promise<Result<Notice[]>> =>
    read('Erro ao buscar as mensagens abertas', (client, owner) =>
      client
        .from('notices')
        .select('kind, student_id, cause, opened_at')
        .eq('user_id', owner)
        .gte('opened_at', new Date(now.getTime() - NOTICE_DAYS * DAY_MS).toISOString())
        .order('opened_at', { ascending: false })
        .limit(MOST_ROWS),
    ),

  /** Notes that this message was opened now. A repeated request leaves one notice. */
  record: ({ kind, student, cause }: MessageRequest, only?: Uuid): Promise<Result<Instant>> =>
    write({ failed: MESSAGE_TEXTS.recordFailed, only }, (client) =>
      client.rpc('record_notice', { kind, student: student?.id ?? null, cause }),
    ),

  templates: (): Promise<Result<MessageTemplate[]>> =>
    read('Erro ao buscar os textos das mensagens', (client, owner) =>
      client.from('message_templates').select(COLUMNS).eq('user_id', owner),
    ),

  /**
   * Stores the coach's own text of a kind; null goes back to the app's text.
   *
   * @param seen `updated_at` of the stored text with which the edit began; null if there was none. If another device
   * stored a text since, changes nothing and fails with 'overtaken'.
   */
  save: (
    kind: MessageKind,
    body: string | null,
    seen: Instant | null,
    only?: Uuid,
  ): Promise<Result<MessageTemplate | null>> =>
    asOwner({ failed: SAVE_FAILED, only }, async (client, owner) => {
      const table = () => client.from('message_templates')
      const change = () => {
        if (seen === null) {
          // Does not overwrite a text that another device stored meanwhile.
          return table()
            .upsert(
              { user_id: owner, kind, body: body ?? '' },
              { onConflict: 'user_id,kind', ignoreDuplicates: true },
            )
            .select(COLUMNS)
            .maybeSingle()
        }
        const changed = body === null ? table().delete() : table().update({ body })
        return changed
          .eq('user_id', owner)
          .eq('kind', kind)
          .eq('updated_at', seen)
          .select(COLUMNS)
          .maybeSingle()
      }
      if (seen !== null || body !== null) {
        const { response } = await send(change)
        if (response.error) return toFailure(response, SAVE_FAILED)
        if (response.data) return success(body === null ? null : response.data)
      }
      // Nothing was written: either another device was faster, or an earlier attempt of this request wrote it.
      const { response: now } = await send(() =>
        table().select(COLUMNS).eq('user_id', owner).eq('kind', kind).maybeSingle(),
      )
      if (now.error) return toFailure(now, SAVE_FAILED)
      return (now.data?.body ?? null) === body ? success(now.data) : knownFailure('overtaken')
    }),
}
