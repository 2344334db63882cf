import { countOf } from '@/core/common-texts'
import { ALERT_RULES, CREDIT_TONES } from '@/core/constants'
import { daysBetween } from '@/core/dates'
import type { LocalDate, StudentWithCredits } from '@/core/model'
import { formatBRL } from '@/core/prices'
import {
  dayInYear,
  expiredCredits,
  firstToExpire,
  startText,
  upcomingCredits,
  usableCredits,
  type PackageBalance,
} from '@/packages/rules'
import { isOverdue, sumOpen } from '@/payments/money'
import { creditLabel, creditTone, type CreditTone } from '@/students/rules'

/**
 * A student's most pressing state on a day: the first that is true of 'a payment is late' (`owes`) and the states of
 * `BalanceState` (docs/product.md, 'Total and usable credits').
 */
export type CreditState = 'owes' | BalanceState
/** Bought for a later day, all expired, none at all, some that expire soon, few, enough. */
export type BalanceState = 'starts' | 'expired' | 'none' | 'expiring' | 'low' | 'ok'

/** The state of the credits alone, whatever the student owes. */
export function balanceState(packages: readonly PackageBalance[], day: LocalDate): BalanceState {
  const usable = usableCredits(packages, day)
  if (usable === 0) {
    if (upcomingCredits(packages, day) > 0) return 'starts'
    return expiredCredits(packages, day) > 0 ? 'expired' : 'none'
  }
  const first = firstToExpire(packages, day)
  if (first !== null && daysBetween(day, first.day) <= ALERT_RULES.expiringWithinDays) return 'expiring'
  return usable <= CREDIT_TONES.redUpTo ? 'low' : 'ok'
}

/** What a screen says about a student's credits and debt. */
export interface CreditWords {
  state: CreditState
  balance: BalanceState
  /** '4 crédito(s)'; if none can be used, why: '8 crédito(s) a partir de 26/11', '2 crédito(s), todos vencidos'. */
  sentence: string
  tone: CreditTone
  /**
   * Credits that `sentence` leaves out, or counts although they cannot be used or soon expire: '4 até 30/11', '2
   * vencidos', '8 a iniciar'.
   */
  aside: { text: string; tone: 'caution' | 'warn' | 'info' }[]
  /** 'deve R$ 460,00'; null: nothing is open. */
  owed: string | null
}

/** After a count of credits: '4 créditos, todos vencidos'. */
export const allExpired = (count: number): string => (count === 1 ? 'vencido' : 'todos vencidos')

/**
 * The one place that puts a student's credits into words, for lists, cards and the picker.
 *
 * @param counted 'total' counts expired and upcoming credits too, 'usable' those that a lesson on the day could use.
 */
export function creditWords(
  { packages, open }: Pick<StudentWithCredits, 'packages' | 'open'>,
  day: LocalDate,
  counted: 'total' | 'usable' = 'total',
): CreditWords {
  const balance = balanceState(packages, day)
  const amount = sumOpen(open)
  const about = {
    state: open.some((pkg) => isOverdue(pkg, day)) ? ('owes' as const) : balance,
    balance,
    owed: amount > 0 ? `deve ${formatBRL(amount)}` : null,
  }
  const upcoming = upcomingCredits(packages, day)
  const expired = expiredCredits(packages, day)
  // However many credits are left, none can be used: hence red.
  if (balance === 'expired' && counted === 'total') {
    const sentence = `${creditLabel(expired)}, ${allExpired(expired)}`
    return { ...about, sentence, tone: 'red', aside: [] }
  }
  const aside: CreditWords['aside'] =
    expired > 0 ? [{ text: countOf(expired, 'vencido', 'vencidos'), tone: 'warn' }] : []
  if (balance === 'starts') {
    const sentence = `${creditLabel(upcoming)} ${startText(packages, day)}`
    return { ...about, sentence, tone: creditTone(upcoming), aside }
  }
  const count = usableCredits(packages, day) + (counted === 'total' ? upcoming + expired : 0)
  const first = balance === 'expiring' ? firstToExpire(packages, day) : null
  if (first !== null) {
    const some = first.credits === count ? '' : `${first.credits} `
    aside.unshift({ text: `${some}até ${dayInYear(first.day, day)}`, tone: 'caution' })
  }
  if (upcoming > 0) aside.push({ text: `${upcoming} a iniciar`, tone: 'info' })
  return { ...about, sentence: creditLabel(count), tone: creditTone(count), aside }
}
