import * as z from 'zod/mini'
import { EXTENSION } from '@/core/constants'
import { daysBetween, isLocalDate } from '@/core/dates'
import { requiredDay } from '@/core/fields.schema'
import { RECESS as recess } from './texts'

/** The days of a recess (docs/product.md, 'Recess'). */
export const recessSchema = z
  .object({ from: requiredDay(recess.fromRequired), until: requiredDay(recess.untilRequired) })
  .check(
    z.check(({ value, issues }) => {
      const message = untilProblem(value)
      if (message === null) return
      issues.push({ code: 'custom', input: value.until, path: ['until'], message, continue: true })
    }),
  )
export const recessDraft = { version: 1, schema: recessSchema }
export type RecessForm = z.input<typeof recessSchema>
export const EMPTY_RECESS: RecessForm = { from: '', until: '' }

function untilProblem({ from, until }: { from: string; until: string }): string | null {
  if (!isLocalDate(from) || !isLocalDate(until)) return null
  if (until < from) return recess.reversed
  return daysBetween(from, until) >= EXTENSION.max ? recess.tooLong : null
}
