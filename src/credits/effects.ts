import { addDays, formatDate } from '@/core/dates'
import type { LocalDate, Uuid } from '@/core/model'
import { formatBRL } from '@/core/prices'
import { EFFECTS } from './effects-texts'

/** What a plan does to students' credits, for telling the coach before and after it is applied. */

/** A package that gains or loses credits by a plan, or keeps one. */
export interface PackageEffect {
  packageId: Uuid
  packageName: string
  /** How many credits it gains, loses or keeps. */
  credits: number
  /** Balance after the plan. */
  remaining: number
  /** For a taken credit: expired on the lesson's day. For a returned one: expired today, so it comes back unusable. */
  expired: boolean
}

/** A package whose last valid day changes. */
interface ValidityEffect {
  packageId: Uuid
  packageName: string
  /** Days of extensions given (or, if negative, taken back); 0 when its first lesson is another one now. */
  extendedBy: number
  /** The last valid day before it; null: its validity had not begun. */
  from: LocalDate | null
  /** The last valid day after the plan; null: its validity begins with its first lesson. */
  expiry: LocalDate | null
}

/** A figure of a package before and after. */
interface Figures {
  packageId: Uuid
  packageName: string
  from: number
  to: number
}

interface SoldEffect {
  packageId: Uuid
  packageName: string
  credits: number
  price: number
  paid: number
  expiry: LocalDate | null
}

/** What a plan does to one student's credits, in all of its lessons. */
export interface StudentEffect {
  studentId: Uuid
  studentName: string
  taken: PackageEffect[]
  returned: PackageEffect[]
  /** A session was moved to a day on which the package that it keeps is not valid: the coach may choose another. */
  keptOutsideValidity: PackageEffect[]
  validity: ValidityEffect[]
  /** Packages that are sold. */
  sold: SoldEffect[]
  /** Names of packages that go. */
  removed: string[]
  /** Packages whose credits change otherwise than by lessons. */
  adjusted: Figures[]
  /** Packages of which another sum is open, in BRL. */
  money: Figures[]
  /** Packages of which another sum was received, in BRL, where what is open does not say so: the price changed with it. */
  received: Figures[]
  /** True when the student is in a session, after the plan, without a package. */
  withoutPackage: boolean
  /** True for who comes into a session without paying for it: an excused absence, or a lesson that did not happen. */
  uncharged: boolean
  /** The package was chosen by hand; should the student be charged again, the rule chooses. */
  choiceLost: boolean
  /** Stored feedback that goes. */
  feedbackRemoved: number
}

/** Nothing happens to this student. */
export const withoutEffects = ({
  studentId,
  studentName,
}: Pick<StudentEffect, 'studentId' | 'studentName'>): StudentEffect => ({
  studentId,
  studentName,
  taken: [],
  returned: [],
  keptOutsideValidity: [],
  sold: [],
  removed: [],
  adjusted: [],
  validity: [],
  money: [],
  received: [],
  withoutPackage: false,
  uncharged: false,
  choiceLost: false,
  feedbackRemoved: 0,
})

/** The effect as lines of a list, one for each thing that happens: 'Nenhum crédito sai'. */
export const describeEffect = (effect: StudentEffect): string[] =>
  effectPhrases(effect).map((phrase) => phrase.charAt(0).toUpperCase() + phrase.slice(1))

/** The same within a sentence: 'nenhum crédito sai'. */
export function effectPhrases(effect: StudentEffect): string[] {
  return [
    ...effect.sold.map(({ packageName, credits, price, paid, expiry }) =>
      EFFECTS.sold(packageName, credits, formatBRL(price), formatBRL(paid), expiry && formatDate(expiry)),
    ),
    ...effect.removed.map(EFFECTS.removed),
    ...effect.returned.map(({ packageName, credits, expired }) =>
      (expired ? EFFECTS.returnedExpired : EFFECTS.returned)(packageName, credits),
    ),
    ...effect.taken.map(({ packageName, credits, expired }) =>
      (expired ? EFFECTS.takenExpired : EFFECTS.taken)(packageName, credits),
    ),
    ...effect.keptOutsideValidity.map(({ packageName }) => EFFECTS.keptOutsideValidity(packageName)),
    ...effect.adjusted.map(({ packageName, from, to }) => EFFECTS.adjusted(packageName, from, to)),
    ...effect.validity.map((change) => validityLine(change, effect.validity.length === 1)),
    ...effect.money.map(({ packageName, from, to }) =>
      EFFECTS.open(packageName, formatBRL(from), formatBRL(to)),
    ),
    ...effect.received.map(({ packageName, from, to }) =>
      EFFECTS.received(packageName, formatBRL(from), formatBRL(to)),
    ),
    ...(effect.withoutPackage ? [EFFECTS.withoutPackage] : []),
    ...(effect.uncharged ? [EFFECTS.uncharged] : []),
    ...(effect.choiceLost ? [EFFECTS.choiceLost] : []),
    ...(effect.feedbackRemoved > 0 ? [EFFECTS.feedbackRemoved(effect.feedbackRemoved)] : []),
  ]
}

/** True unless extensions alone changed it: the package has another first lesson now, or none yet. */
export const beginsAnew = ({ extendedBy, from, expiry }: ValidityEffect): boolean =>
  from === null || expiry === null ? from !== expiry : addDays(from, extendedBy) !== expiry

/** 'Validade: 18/12 → 24/11' if the lessons alone moved it. */
function validityLine({ packageName, extendedBy, from, expiry }: ValidityEffect, isOnly: boolean): string {
  if (extendedBy !== 0 || from === null || expiry === null) {
    return EFFECTS.validity(packageName, extendedBy, expiry && formatDate(expiry))
  }
  const isOneYear = from.slice(0, 4) === expiry.slice(0, 4)
  const [before, after] = [from, expiry].map((day) => formatDate(day).slice(0, isOneYear ? 5 : 10))
  return EFFECTS.validityMoves(isOnly ? null : packageName, before ?? '', after ?? '')
}
