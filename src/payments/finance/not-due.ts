import { formatDate } from '@/core/dates'
import type { LocalDate } from '@/core/model'
import { creditCount, isExpired } from '@/packages/rules'
import type { Month, WaitingPackage } from './rules'
import { RENEWALS as texts } from './texts'

/** Why a package that waits for its renewal is not ticked at first (docs/product.md, 'Monthly renewals'). */
export function whyNotDue(pkg: Omit<WaitingPackage, 'due'>, month: Month, today: LocalDate): string {
  if (pkg.bought) return texts.bought(formatDate(pkg.bought))
  const { remaining_classes: left, expiry_date: last } = pkg
  // Such a one would be due, had the student not got the money back.
  if (left <= 0 || (last !== null && last < `${month}-08`)) return texts.refunded
  const until = [creditCount(left), last && formatDate(last)] as const
  return isExpired(pkg, today) ? texts.expired(...until) : texts.lasts(...until)
}
