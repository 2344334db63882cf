import type { LocalDate, StudentWithCredits, Uuid } from '@/core/model'
import {
  creditCount,
  dayInYear,
  expiredCredits,
  firstToExpire,
  startText,
  stillToBegin,
  upcomingCredits,
  usableCredits,
  type PackageBalance,
} from '@/packages/rules'
import { isOverdue } from '@/payments/money'
import { creditLabel } from '@/students/rules'
import { allExpired, balanceState, creditWords } from './credit-state'

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

/** Credits and debt in one sentence: '4 créditos até 22/12 · 8 a iniciar', '2 créditos, todos vencidos · deve R$ 9,00' */
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
