import { countOf } from '@/core/common-texts'
import { ALERT_RULES, CREDIT_TONES } from '@/core/constants'
import { daysBetween, dayInYear } from '@/core/dates'
import type { LocalDate, StudentWithCredits, Uuid } from '@/core/model'
import { formatBRL } from '@/core/prices'
import {
  expiredCredits,
  firstToExpire,
  startText,
  upcomingCredits,
  usableCredits,
  type PackageBalance,
  creditCount,
  stillToBegin,
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
const allExpired = (count: number): string => (count === 1 ? 'vencido' : 'todos vencidos')

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

/**
 * The one thing to do about a student's money or credits: receive a late payment (`pay`), let a package begin today
 * (`start`), extend an expired package (`extend`), sell the last package again (`renew`), or sell a first one (`sell`).
 */
export type CreditAction =
  | { kind: 'pay' | 'extend'; packageId: Uuid }
  | { kind: 'start'; packageId: Uuid }
  | { kind: 'renew' | 'sell' }

type Described = Pick<StudentWithCredits, 'packages' | 'open' | 'credits_version' | 'status'>

/**
 * What to do about a student (docs/product.md, 'Total and usable credits'); null: nothing. A late payment comes first,
 * the one with the earliest payment date.
 */
export function creditAction(student: Described, day: LocalDate): CreditAction | null {
  const [late] = student.open
    .filter((pkg) => isOverdue(pkg, day))
    .toSorted((a, b) => a.payment_date.localeCompare(b.payment_date))
  return late ? { kind: 'pay', packageId: late.id } : balanceAction(student, day)
}

/** What to do about the credits alone, whatever the student owes. null for an inactive student. */
export function balanceAction(
  { packages, credits_version, status }: Omit<Described, 'open'>,
  day: LocalDate,
): CreditAction | null {
  if (status === 'inactive') return null
  switch (balanceState(packages, day)) {
    case 'starts': {
      const [first] = stillToBegin(packages, day)
      return first ? { kind: 'start', packageId: first.id } : null
    }
    case 'expired': {
      const last = packages
        .filter((pkg) => pkg.remaining_classes > 0)
        .toSorted((a, b) => (b.expiry_date ?? '').localeCompare(a.expiry_date ?? ''))[0]
      return last ? { kind: 'extend', packageId: last.id } : null
    }
    case 'none':
      // `packages` holds only packages with credits, so the version tells whether the student ever bought one.
      return { kind: credits_version > 0 ? 'renew' : 'sell' }
    case 'expiring':
    case 'low':
      return upcomingCredits(packages, day) > 0 ? null : { kind: 'renew' }
    case 'ok':
      return null
  }
}

/**
 * Credits and debt in one sentence: '4 créditos até 22/12 · 8 a iniciar', '2 créditos, todos vencidos · deve R$ 9,00'
 */
export function creditSentence(student: Pick<Described, 'packages' | 'open'>, day: LocalDate): string {
  const { aside, owed } = creditWords(student, day)
  // What soon expires is told with the credits that can be used.
  const others = aside.flatMap(({ text, tone }) => (tone === 'caution' ? [] : text))
  return [balanceSentence(student.packages, day), ...others, owed].filter(Boolean).join(' · ')
}

function balanceSentence(packages: readonly PackageBalance[], day: LocalDate): string {
  const balance = balanceState(packages, day)
  if (balance === 'none') return creditLabel(0)
  if (balance === 'starts') {
    return `${creditCount(upcomingCredits(packages, day))} ${startText(packages, day)}`
  }
  if (balance === 'expired') {
    const count = expiredCredits(packages, day)
    return `${creditCount(count)}, ${allExpired(count)}`
  }
  const count = usableCredits(packages, day)
  const first = firstToExpire(packages, day)
  if (first === null) return creditCount(count)
  const until = `até ${dayInYear(first.day, day)}`
  return first.credits === count
    ? `${creditCount(count)} ${until}`
    : `${creditCount(count)}, ${first.credits} ${until}`
}
