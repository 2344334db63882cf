import * as z from 'zod/mini'
import { EXTENSION, LENGTHS, RENEWAL_DAY, SPORTS } from '@/core/constants'
import { choice, optionalPhone, reportProblem, requiredText, wholeNumberProblem } from '@/core/fields.schema'
import type { Profile } from '@/core/model'
import { displayPhone } from '@/core/phones'
import { PROFILE_MESSAGES } from '../texts'
import { RULES as texts } from './texts'

/** The coach's own data (docs/product.md, 'Clubs and profile'). The phone stays as typed; the service normalises it. */
export const profileSchema = z.object({
  name: requiredText(PROFILE_MESSAGES.form.nameRequired, LENGTHS.personName),
  /** '' for no phone. */
  phone: optionalPhone(),
  mainSport: choice(SPORTS, PROFILE_MESSAGES.form.sportRequired),
})
export type ProfileForm = z.input<typeof profileSchema>
export type ProfileValues = z.output<typeof profileSchema>

/** A stored profile as form values; null becomes ''. */
export const profileForm = (profile: Pick<Profile, 'name' | 'phone' | 'main_sport'>): ProfileForm => ({
  name: profile.name,
  phone: displayPhone(profile.phone),
  mainSport: profile.main_sport,
})

const PACKAGE_ORDERS = ['oldest', 'expires_first'] as const
export const PACKAGE_ORDER_OPTIONS = PACKAGE_ORDERS.map((value) => ({ value, label: texts.orders[value] }))

const daysOf = (limits: Parameters<typeof wholeNumberProblem>[1]) =>
  z.string().check(reportProblem((text) => wholeNumberProblem(text, limits)))
const outOfMonth = texts.renewalDayRange

/** The coach's rules of lessons (docs/product.md, 'Rules of the coach'). Days stay text, as typed. */
export const rulesSchema = z.object({
  packageOrder: choice(PACKAGE_ORDERS, texts.orderRequired),
  cancelDays: daysOf({
    min: 0,
    max: EXTENSION.max,
    tooSmall: texts.daysMin,
    tooLarge: texts.daysMax,
    notWhole: texts.daysWhole,
  }),
  renewalDay: daysOf({ ...RENEWAL_DAY, tooSmall: outOfMonth, tooLarge: outOfMonth, notWhole: outOfMonth }),
  showPix: z.boolean(),
})
export type RulesForm = z.input<typeof rulesSchema>

type RulesRow = Pick<Profile, 'package_order' | 'cancel_extension_days' | 'renewal_due_day' | 'show_pix'>

export const rulesForm = (rules: RulesRow): RulesForm => ({
  packageOrder: rules.package_order,
  cancelDays: String(rules.cancel_extension_days),
  renewalDay: String(rules.renewal_due_day),
  showPix: rules.show_pix,
})

export const rulesRow = ({
  packageOrder,
  cancelDays,
  renewalDay,
  showPix,
}: Partial<z.output<typeof rulesSchema>>): Partial<RulesRow> => ({
  ...(packageOrder === undefined ? {} : { package_order: packageOrder }),
  ...(cancelDays === undefined ? {} : { cancel_extension_days: Number(cancelDays) }),
  ...(renewalDay === undefined ? {} : { renewal_due_day: Number(renewalDay) }),
  ...(showPix === undefined ? {} : { show_pix: showPix }),
})
