import * as z from 'zod/mini'
import type { CoachRules } from '@/domain/credits/plan-types'
import { EXTENSION } from '@/domain/shared/constants'
import { choice, reportProblem, wholeNumberProblem } from '@/domain/shared/fields.schema'
import { RULES } from '@/texts/account/rules'

const texts = RULES

const PACKAGE_ORDERS = ['oldest', 'expires_first'] as const
export const PACKAGE_ORDER_OPTIONS = PACKAGE_ORDERS.map((value) => ({ value, label: texts.orders[value] }))

/** The coach's rules of lessons (docs/product.md, 'Rules of the coach'). The days stay text, as typed. */
export const rulesSchema = z.object({
  packageOrder: choice(PACKAGE_ORDERS, texts.orderRequired),
  cancelDays: z.string().check(
    reportProblem((text) =>
      wholeNumberProblem(text, {
        min: 0,
        max: EXTENSION.max,
        tooSmall: texts.daysMin,
        tooLarge: texts.daysMax,
        notWhole: texts.daysWhole,
      }),
    ),
  ),
})
export type RulesForm = z.input<typeof rulesSchema>
export const rulesDraft = { version: 1, schema: rulesSchema }

export function rulesForm(rules: CoachRules): RulesForm {
  return { packageOrder: rules.package_order, cancelDays: String(rules.cancel_extension_days) }
}

export function rulesRow({
  packageOrder,
  cancelDays,
}: Partial<z.output<typeof rulesSchema>>): Partial<CoachRules> {
  return {
    ...(packageOrder === undefined ? {} : { package_order: packageOrder }),
    ...(cancelDays === undefined ? {} : { cancel_extension_days: Number(cancelDays) }),
  }
}
