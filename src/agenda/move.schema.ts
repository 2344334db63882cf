import * as z from 'zod/mini'
import { isLocalDate } from '@/core/dates'
import { SLOT_LIMITS } from './rules'
import { SLOT_RULES } from './slot-rules-texts'

/** The form 'Mudar só este dia': to when an occurrence moves. */
export const moveSchema = z.object({
  day: z.string().check(
    z.refine(isLocalDate, SLOT_RULES.dateRequired),
    z.refine((text) => text <= SLOT_LIMITS.lastDay, SLOT_RULES.tooFar),
  ),
  time: z.string().check(z.refine((text) => /^([01]\d|2[0-3]):[0-5]\d$/.test(text), SLOT_RULES.timeRequired)),
})
/** What its drafts hold (`lib/storage/draft-shape.ts`). */
export const moveDraft = { version: 1, schema: moveSchema }
