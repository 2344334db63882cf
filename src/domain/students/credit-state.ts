import {
  expiredCredits,
  firstToExpire,
  upcomingCredits,
  usableCredits,
  type PackageBalance,
} from '@/domain/packages/packages'
import { ALERT_RULES, CREDIT_TONES } from '@/domain/shared/constants'
import { daysBetween, formatDate } from '@/domain/shared/dates'
import type { LocalDate } from '@/domain/shared/model'
import { creditLabel } from './students'

/**
 * What a student's credits are worth on a day; the first that is true (docs/product.md, 'Total and usable credits'):
 * bought for a later day, all expired, none at all, some that expire soon, few, enough.
 */
export type CreditState = 'starts' | 'expired' | 'none' | 'expiring' | 'low' | 'ok'

export function creditState(packages: readonly PackageBalance[], day: LocalDate): CreditState {
  const usable = usableCredits(packages, day)
  if (usable === 0) {
    if (upcomingCredits(packages, day) > 0) return 'starts'
    return expiredCredits(packages, day) > 0 ? 'expired' : 'none'
  }
  const first = firstToExpire(packages, day)
  if (first !== null && daysBetween(day, first.day) <= ALERT_RULES.expiringWithinDays) return 'expiring'
  return usable <= CREDIT_TONES.redUpTo ? 'low' : 'ok'
}

/** '8 crédito(s) a partir de 26/11', '2 crédito(s), todos vencidos'; where some can be used, how many there are. */
export function creditSentence(packages: readonly PackageBalance[], total: number, day: LocalDate): string {
  switch (creditState(packages, day)) {
    case 'starts': {
      const starts = packages
        .filter(({ purchase_date }) => purchase_date > day)
        .map((pkg) => pkg.purchase_date)
      return `${creditLabel(upcomingCredits(packages, day))} a partir de ${formatDate(starts.toSorted()[0] ?? day).slice(0, 5)}`
    }
    case 'expired':
      return `${creditLabel(total)}, todos vencidos`
    default:
      return creditLabel(total)
  }
}
