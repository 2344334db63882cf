import * as z from 'zod/mini'
import { EXTENSION, LENGTHS, PACKAGE_LIMITS } from '@/core/constants'
import { reportProblem, requiredText, wholeNumberProblem } from '@/core/fields.schema'
import type { Package } from '@/core/model'
import { PACKAGE_FORMS } from './package-forms-texts'
import { PACKAGE_MESSAGES } from './texts'

/** The forms that change a package's credits or validity by hand (docs/product.md, 'Adjusting credits'). */

const { adjustForm, extendForm } = PACKAGE_FORMS
const { plans } = PACKAGE_MESSAGES

type Balance = Pick<Package, 'total_classes' | 'used_outside' | 'remaining_classes'>

/** How many credits may be added: those used outside come back first, then the total grows. */
function mostToAdd({ total_classes, used_outside }: Omit<Balance, 'remaining_classes'>): number {
  return PACKAGE_LIMITS.classesMax - total_classes + used_outside
}

/** The signed number of credits; null while it is incomplete or not possible. */
export function typedDelta(
  { direction, count }: { direction: string; count: string },
  pkg: Balance,
): number | null {
  if (countProblem({ direction, count }, pkg) !== null) return null
  return direction === 'remove' ? -Number(count) : Number(count)
}

function countProblem(typed: { direction: string; count: string }, pkg: Balance): string | null {
  const isRemoving = typed.direction === 'remove'
  return wholeNumberProblem(typed.count, {
    min: 1,
    max: isRemoving ? pkg.remaining_classes : mostToAdd(pkg),
    tooSmall: adjustForm.countMin,
    tooLarge: isRemoving ? plans.moreThanLeft : plans.full,
    notWhole: adjustForm.countWhole,
  })
}

export function adjustSchema(pkg: Balance) {
  const fields = z.object({
    direction: z.enum(['add', 'remove']),
    count: z.string(),
    reason: requiredText(adjustForm.reasonRequired, LENGTHS.reason),
  })
  return z.pipe(
    fields.check(
      z.check(({ value, issues }) => {
        const message = countProblem(value, pkg)
        if (message === null) return
        issues.push({ code: 'custom', input: value.count, path: ['count'], message, continue: true })
      }),
    ),
    z.transform(({ direction, count, reason }: z.output<typeof fields>) => ({
      delta: direction === 'remove' ? -Number(count) : Number(count),
      reason,
    })),
  )
}
export type AdjustForm = z.input<ReturnType<typeof adjustSchema>>
export const EMPTY_ADJUST: AdjustForm = { direction: 'add', count: '1', reason: '' }

export const extendSchema = z.object({
  days: z.pipe(
    z.string().check(reportProblem(daysProblem)),
    z.transform((text: string) => Number(text)),
  ),
  reason: requiredText(extendForm.reasonRequired, EXTENSION.reason),
})
export const extendDraft = { version: 1, schema: extendSchema }
export type ExtendForm = z.input<typeof extendSchema>
export const EMPTY_EXTENSION: ExtendForm = { days: String(EXTENSION.default), reason: '' }

/** What is wrong with a typed number of days; null when valid. */
export function daysProblem(text: string): string | null {
  return wholeNumberProblem(text, {
    min: EXTENSION.min,
    max: EXTENSION.max,
    tooSmall: extendForm.daysMin,
    tooLarge: extendForm.daysMax,
    notWhole: extendForm.daysWhole,
  })
}
