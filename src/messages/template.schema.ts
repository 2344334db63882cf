import * as z from 'zod/mini'
import { LENGTHS } from '@/core/constants'
import { requiredText } from '@/core/fields.schema'
import type { Instant } from '@/core/model'
import { reportProblem } from '@/core/text.schema'
import { unknownPlaces } from './compose'
import type { MessageKind } from './requests'
import { DEFAULT_TEXTS, MESSAGES_SCREEN as texts } from './screen-texts'

/** The coach's own text of one kind of message. */
export interface MessageTemplate {
  kind: string
  body: string
  updated_at: Instant
}

/** What a message of this kind says: the coach's own text, else the app's. */
export function templateOf(kind: MessageKind, own: readonly MessageTemplate[]): string {
  return own.find((template) => template.kind === kind)?.body ?? DEFAULT_TEXTS[kind]
}

/** Of one kind: another kind has other places. */
export const templateSchema = (kind: MessageKind) =>
  z.object({
    body: requiredText(texts.required, LENGTHS.message).check(
      reportProblem((text) => {
        const [unknown] = unknownPlaces(text, kind)
        return unknown === undefined ? null : texts.unknown(unknown)
      }),
    ),
  })

/** What was typed over the text of one message, and which text that was: another one, with other sums, counts anew. */
export const messageDraft = { version: 1, schema: z.object({ body: z.string(), base: z.string() }) }
