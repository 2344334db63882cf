import * as z from 'zod/mini'
import { EXTENSION, LENGTHS, PACKAGE_LIMITS } from '@/core/constants'
import { reportProblem, requiredText, wholeNumberProblem } from '@/core/fields.schema'
import type { Package } from '@/core/model'
import { PACKAGE_FORMS } from './package-forms-texts'
import { passedDays } from './rules'
import { PACKAGE_MESSAGES } from './texts'

/** The forms that change a package's credits or validity by hand (docs/product.md, 'Adjusting credits'). */

const { form: texts } = PACKAGE_FORMS
const { plans } = PACKAGE_MESSAGES

type Balance = Pick<Package, 'total_classes' | 'used_outside' | 'remaining_classes'>

type TypedCount = { direction: string; count: string }

const deltaOf = ({ direction, count }: TypedCount): number =>
  direction === 'remove' ? -Number(count) : Number(count)

/** The typed number of credits, negative for 'Tirar'; null while it is incomplete or not possible. */
export const typedDelta = (typed: TypedCount, pkg: Balance): number | null =>
  countProblem(typed, pkg) === null ? deltaOf(typed) : null

function countProblem(typed: TypedCount, pkg: Balance): string | null {
  const isRemoving = typed.direction === 'remove'
  return wholeNumberProblem(typed.count, {
    min: 1,
    // Added credits first take back credits used outside the app; only the others raise the total.
    max: isRemoving
      ? pkg.remaining_classes
      : PACKAGE_LIMITS.classesMax - pkg.total_classes + pkg.used_outside,
    tooSmall: texts.countMin,
    tooLarge: isRemoving ? plans.moreThanLeft : plans.full,
    notWhole: texts.countWhole,
  })
}

export function adjustSchema(pkg: Balance) {
  const fields = z.object({
    direction: z.enum(['add', 'remove']),
    count: z.string(),
    reason: requiredText(texts.reasonRequired, LENGTHS.reason),
  })
  return z.pipe(
    fields.check(
      z.check(({ value, issues }) => {
        const message = countProblem(value, pkg)
        if (message === null) return
        issues.push({ code: 'custom', input: value.count, path: ['count'], message, continue: true })
      }),
    ),
    z.transform((typed: z.output<typeof fields>) => ({ delta: deltaOf(typed), reason: typed.reason })),
  )
}
export type AdjustForm = z.input<ReturnType<typeof adjustSchema>>
export const EMPTY_ADJUST: AdjustForm = { direction: 'add', count: '1', reason: '' }

export const extendSchema = z.object({
  days: z.pipe(
    z.string().check(reportProblem(daysProblem)),
    z.transform((text: string) => Number(text)),
  ),
  reason: requiredText(texts.reasonRequired, EXTENSION.reason),
})
export type ExtendForm = z.input<typeof extendSchema>

/** An expired package gets as many more days as it takes to count from today (docs/product.md, 'More time'). */
export const emptyExtension = (...pkg: Parameters<typeof passedDays>): ExtendForm => ({
  days: String(Math.min(EXTENSION.max, EXTENSION.default + passedDays(...pkg))),
  reason: '',
})

/** What is wrong with a typed number of days; null when valid. */
export function daysProblem(text: string): string | null {
  return wholeNumberProblem(text, {
    min: EXTENSION.min,
    max: EXTENSION.max,
    tooSmall: texts.daysMin,
    tooLarge: texts.daysMax,
    notWhole: texts.daysWhole,
  })
}
