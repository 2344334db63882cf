import { ALERT_RULES, CREDIT_TONES } from '@/core/constants'
import { daysBetween, formatDate } from '@/core/dates'
import type { LocalDate, StudentWithCredits, Uuid } from '@/core/model'
import { formatBRL } from '@/core/prices'
import {
  creditCount,
  expiredCredits,
  firstToExpire,
  isExpired,
  upcomingCredits,
  usableCredits,
  type PackageBalance,
} from '@/packages/rules'
import { isOverdue, sumOpen } from '@/payments/money'
import { creditLabel, creditTone, type CreditTone } from '@/students/rules'

/**
 * What is most pressing of a student on a day; the first that is true (docs/product.md, 'Total and usable credits'): a
 * payment is late, or what `BalanceState` says.
 */
export type CreditState = 'owes' | BalanceState
/** Bought for a later day, all expired, none at all, some that expire soon, few, enough. */
export type BalanceState = 'starts' | 'expired' | 'none' | 'expiring' | 'low' | 'ok'

/** What the credits are worth, whatever is owed. */
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

/**
 * The one thing to do about a student's money or credits: what is late is received, what begins later begins today, what has
 * expired lasts longer, what ends is sold again. `sell`: nothing was ever sold.
 */
export type CreditAction =
  | { kind: 'pay' | 'extend'; packageId: Uuid }
  | { kind: 'start'; packageId: Uuid }
  | { kind: 'renew' | 'sell' }

type Described = Pick<StudentWithCredits, 'packages' | 'open' | 'credits_version' | 'status'>

/** What to do about a student; null: nothing. A late payment comes first, the one that is due longest. */
export function creditAction(student: Described, day: LocalDate): CreditAction | null {
  const [late] = student.open
    .filter((pkg) => isOverdue(pkg, day))
    .toSorted((a, b) => a.payment_date.localeCompare(b.payment_date))
  return late ? { kind: 'pay', packageId: late.id } : balanceAction(student, day)
}

/** What to do about the credits, whatever is owed; nothing about those of somebody who does not come any more. */
export function balanceAction(
  { packages, credits_version, status }: Omit<Described, 'open'>,
  day: LocalDate,
): CreditAction | null {
  if (status === 'inactive') return null
  const holding = packages.filter(({ remaining_classes }) => remaining_classes > 0)
  switch (balanceState(packages, day)) {
    case 'starts': {
      const first = holding
        .filter(({ purchase_date }) => purchase_date > day)
        .toSorted((a, b) => a.purchase_date.localeCompare(b.purchase_date))[0]
      return first ? { kind: 'start', packageId: first.id } : null
    }
    case 'expired': {
      const last = holding
        .filter((pkg) => isExpired(pkg, day))
        .toSorted((a, b) => (b.expiry_date ?? '').localeCompare(a.expiry_date ?? ''))[0]
      return last ? { kind: 'extend', packageId: last.id } : null
    }
    case 'none':
      // Who bought before, also if everything is used up: `packages` are those with credits.
      return { kind: credits_version > 0 ? 'renew' : 'sell' }
    case 'expiring':
    case 'low':
      return { kind: 'renew' }
    case 'ok':
      return null
  }
}

/** What a screen says of a student: of the credits, and of what is owed. */
export interface CreditWords {
  state: CreditState
  balance: BalanceState
  /** '4 crédito(s)'; where none can be used why: '8 crédito(s) a partir de 26/11', '2 crédito(s), todos vencidos'. */
  sentence: string
  tone: CreditTone
  /** What the sentence leaves out, or counts although it cannot be used: '4 até 30/11', '2 vencidos', '8 a iniciar'. */
  aside: { text: string; tone: 'caution' | 'warn' | 'info' }[]
  /** 'deve R$ 460,00'; null: nothing is open. */
  owed: string | null
}

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
  // However much it is, nothing of it can be used.
  if (balance === 'expired' && counted === 'total') {
    return { ...about, sentence: `${creditLabel(expired)}, todos vencidos`, tone: 'red', aside: [] }
  }
  const aside: CreditWords['aside'] =
    expired > 0 ? [{ text: `${expired} ${expired === 1 ? 'vencido' : 'vencidos'}`, tone: 'warn' }] : []
  if (balance === 'starts') {
    const sentence = `${creditLabel(upcoming)} ${startText(packages, day)}`
    return { ...about, sentence, tone: creditTone(upcoming), aside }
  }
  const count = usableCredits(packages, day) + (counted === 'total' ? upcoming + expired : 0)
  const first = balance === 'expiring' ? firstToExpire(packages, day) : null
  if (first !== null) {
    const some = first.credits === count ? '' : `${first.credits} `
    aside.unshift({ text: `${some}até ${dayOfYear(first.day)}`, tone: 'caution' })
  }
  if (upcoming > 0) aside.push({ text: `${upcoming} a iniciar`, tone: 'info' })
  return { ...about, sentence: creditLabel(count), tone: creditTone(count), aside }
}

/** All of it in one sentence: '4 créditos até 22/12', '2 créditos, todos vencidos · deve R$ 460,00'. */
export function creditSentence(student: Pick<Described, 'packages' | 'open'>, day: LocalDate): string {
  const { owed } = creditWords(student, day, 'usable')
  const credits = balanceSentence(student.packages, day)
  return owed === null ? credits : `${credits} · ${owed}`
}

function balanceSentence(packages: readonly PackageBalance[], day: LocalDate): string {
  const balance = balanceState(packages, day)
  if (balance === 'none') return creditLabel(0)
  if (balance === 'starts') {
    return `${creditCount(upcomingCredits(packages, day))} ${startText(packages, day)}`
  }
  if (balance === 'expired') {
    const count = expiredCredits(packages, day)
    return `${creditCount(count)}, ${count === 1 ? 'vencido' : 'todos vencidos'}`
  }
  const count = usableCredits(packages, day)
  const first = firstToExpire(packages, day)
  if (first === null) return creditCount(count)
  const until = `até ${dayOfYear(first.day)}`
  return first.credits === count
    ? `${creditCount(count)} ${until}`
    : `${creditCount(count)}, ${first.credits} ${until}`
}

/** 'a partir de 26/11': when the first of the credits that begin later do. */
export function startText(packages: readonly PackageBalance[], day: LocalDate): string {
  const starts = packages
    .filter(({ purchase_date, remaining_classes }) => purchase_date > day && remaining_classes > 0)
    .map(({ purchase_date }) => purchase_date)
  return `a partir de ${dayOfYear(starts.toSorted()[0] ?? day)}`
}

const dayOfYear = (day: LocalDate): string => formatDate(day).slice(0, 5)
