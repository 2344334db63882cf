import * as z from 'zod/mini'
import { EXTENSION, RENEWAL_DAY } from '@/core/constants'
import { choice, reportProblem, wholeNumberProblem } from '@/core/fields.schema'
import type { Profile } from '@/core/model'
import { RULES } from './coach-rules-texts'

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
  renewalDay: z.string().check(
    reportProblem((text) =>
      wholeNumberProblem(text, {
        ...RENEWAL_DAY,
        tooSmall: texts.renewalDayRange,
        tooLarge: texts.renewalDayRange,
        notWhole: texts.renewalDayRange,
      }),
    ),
  ),
  showPix: z.boolean(),
})
export type RulesForm = z.input<typeof rulesSchema>
export const rulesDraft = { version: 1, schema: rulesSchema }

type RulesRow = Pick<Profile, 'package_order' | 'cancel_extension_days' | 'renewal_due_day' | 'show_pix'>

export function rulesForm(rules: RulesRow): RulesForm {
  return {
    packageOrder: rules.package_order,
    cancelDays: String(rules.cancel_extension_days),
    renewalDay: String(rules.renewal_due_day),
    showPix: rules.show_pix,
  }
}

export function rulesRow({
  packageOrder,
  cancelDays,
  renewalDay,
  showPix,
}: Partial<z.output<typeof rulesSchema>>): Partial<RulesRow> {
  return {
    ...(packageOrder === undefined ? {} : { package_order: packageOrder }),
    ...(cancelDays === undefined ? {} : { cancel_extension_days: Number(cancelDays) }),
    ...(renewalDay === undefined ? {} : { renewal_due_day: Number(renewalDay) }),
    ...(showPix === undefined ? {} : { show_pix: showPix }),
  }
}
