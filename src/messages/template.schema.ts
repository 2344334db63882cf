import * as z from 'zod/mini'
import { LENGTHS } from '@/core/constants'
import { requiredText } from '@/core/fields.schema'
import type { Instant } from '@/core/model'
import { reportProblem } from '@/core/text.schema'
import { unknownPlaces } from './compose'
import type { MessageKind } from './requests'
import { DEFAULT_TEXTS, MESSAGES_SCREEN as texts } from './screen-texts'

/** The coach's own text of one kind of message. */
export type MessageTemplate = { kind: string; body: string; updated_at: Instant }

/** The text of a kind: the coach's own, else the app's. */
export const templateOf = (kind: MessageKind, own: readonly MessageTemplate[]): string =>
  own.find((template) => template.kind === kind)?.body ?? DEFAULT_TEXTS[kind]

/** Depends on the kind, because each kind has its own places. */
export const templateSchema = (kind: MessageKind) =>
  z.object({
    body: requiredText(texts.required, LENGTHS.message).check(
      reportProblem((text) => {
        const [unknown] = unknownPlaces(text, kind)
        return unknown === undefined ? null : texts.unknown(unknown)
      }),
    ),
  })

/** `body` was typed over the text `base`. Over another text, with other sums, it does not count. */
export const messageDraft = { version: 1, schema: z.object({ body: z.string(), base: z.string() }) }
