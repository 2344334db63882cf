import { formatDate } from '@/core/dates'
import type { LocalDate } from '@/core/model'
import { creditCount, packageStatus } from '@/packages/rules'
import type { WaitingPackage } from './rules'
import { RENEWALS as texts } from './texts'

/** Why a package that waits for its renewal is not ticked at first (docs/product.md, 'Monthly renewals'). */
export function whyNotDue(pkg: Omit<WaitingPackage, 'due'>, today: LocalDate): string {
  if (pkg.bought) return texts.bought(formatDate(pkg.bought))
  const { expiry_date: last } = pkg
  const until = [creditCount(pkg.remaining_classes), last && formatDate(last)] as const
  return {
    active: texts.lasts(...until),
    expired: texts.expired(...until),
    // One without credits would be due, had the student not got the money back.
    consumed: texts.refunded,
  }[packageStatus(pkg, today)]
}
