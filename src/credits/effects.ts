import { addDays, formatDate } from '@/core/dates'
import type { Instant, LocalDate, Uuid } from '@/core/model'
import { formatBRL } from '@/core/prices'
import type { Effects, Released, SkipFigures } from './applied'
import { EFFECTS } from './texts'

/** What a change does to students' credits and to the agenda, for telling the coach before and after it. */

interface OfPackage {
  packageId: Uuid
  packageName: string
}

/** A package that gains or loses credits by lessons, or keeps one. */
export interface PackageEffect extends OfPackage {
  /** How many credits it gains, loses or keeps. */
  credits: number
  /** Balance after the change. */
  remaining: number
  /** For a taken credit: expired on the lesson's day. For a returned one: expired today, so it comes back unusable. */
  expired: boolean
}

/** A package whose last valid day changes. */
interface ValidityEffect extends OfPackage {
  /** Days of extensions given (or, if negative, taken back); 0 when its first lesson is another one now. */
  extendedBy: number
  /** The last valid day before it; null: its validity had not begun. */
  from: LocalDate | null
  /** The last valid day after it; null: its validity begins with its first lesson. */
  expiry: LocalDate | null
}

/** A figure of a package before and after. */
interface Figures extends OfPackage {
  from: number
  to: number
}

interface SoldEffect extends OfPackage {
  credits: number
  price: number
  paid: number
  expiry: LocalDate | null
}

/** What a change does to one student's credits, in all of its lessons. */
export interface StudentEffect {
  studentId: Uuid
  studentName: string
  taken: PackageEffect[]
  returned: PackageEffect[]
  /** A lesson was moved to a day on which the package that it keeps is not valid: the coach may choose another. */
  keptOutsideValidity: PackageEffect[]
  validity: ValidityEffect[]
  sold: SoldEffect[]
  /** Names of packages that go. */
  removed: string[]
  /** Packages whose credits change otherwise than by lessons. */
  adjusted: Figures[]
  /** Packages of which another sum is open, in BRL; below zero: too much was received. */
  money: Figures[]
  /**
   * Packages of which another sum was received, in BRL, where what is open does not say so: the price changed with it.
   */
  received: Figures[]
  /** True when the student is in a lesson, after the change, without a package. */
  withoutPackage: boolean
  /** True for who comes into a lesson without paying for it: an excused absence, or a lesson that did not happen. */
  uncharged: boolean
  /** The package was chosen by hand; should the student be charged again, the rule chooses. */
  choiceLost: boolean
  /** Stored feedback that goes. */
  feedbackRemoved: number
  /** When somebody present, of whom the lesson did not know it, had told not to come; null: nobody knows of that. */
  toldAt: Instant | null
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
  validity: [],
  sold: [],
  removed: [],
  adjusted: [],
  money: [],
  received: [],
  withoutPackage: false,
  uncharged: false,
  choiceLost: false,
  feedbackRemoved: 0,
  toldAt: null,
})

/** These effects with the packages that a lesson keeps outside their validity, of which a plan alone knows. */
export function withKept(
  effects: readonly StudentEffect[],
  planned: readonly Pick<StudentEffect, 'studentId' | 'studentName' | 'keptOutsideValidity'>[],
): StudentEffect[] {
  const kept = planned.filter(({ keptOutsideValidity }) => keptOutsideValidity.length > 0)
  const others = kept.filter(({ studentId }) => effects.every((each) => each.studentId !== studentId))
  return [...effects, ...others.map(withoutEffects)].map((effect) => ({
    ...effect,
    keptOutsideValidity:
      kept.find(({ studentId }) => studentId === effect.studentId)?.keptOutsideValidity ?? [],
  }))
}

/** The effect as lines of a list, one for each thing that happens: 'Nenhum crédito sai'. */
export const describeEffect = (effect: StudentEffect): string[] =>
  effectPhrases(effect).map((phrase) => phrase.charAt(0).toUpperCase() + phrase.slice(1))

/** The same within a sentence: 'nenhum crédito sai'. */
function effectPhrases(effect: StudentEffect): string[] {
  return [
    ...effect.sold.map(({ packageName, credits, price, paid, expiry }) =>
      EFFECTS.sold(packageName, credits, formatBRL(price), formatBRL(paid), expiry && formatDate(expiry)),
    ),
    ...effect.removed.map(EFFECTS.removed),
    ...effect.returned.map(({ packageName, credits, expired }) =>
      EFFECTS.returned(packageName, credits, expired),
    ),
    ...effect.taken.map(({ packageName, credits, expired }) => EFFECTS.taken(packageName, credits, expired)),
    ...effect.keptOutsideValidity.map(({ packageName }) => EFFECTS.keptOutsideValidity(packageName)),
    ...effect.adjusted.map(({ packageName, from, to }) => EFFECTS.adjusted(packageName, from, to)),
    ...effect.validity.map((change) => validityLine(change, effect.validity.length === 1)),
    ...effect.money.flatMap(({ packageName, from, to }) => [
      ...sumLine(EFFECTS.open, packageName, from, to),
      ...sumLine(EFFECTS.over, packageName, -from, -to),
    ]),
    ...effect.received.map(({ packageName, from, to }) =>
      EFFECTS.received(packageName, formatBRL(from), formatBRL(to)),
    ),
    ...(effect.withoutPackage ? [EFFECTS.withoutPackage] : []),
    ...(effect.uncharged ? [EFFECTS.uncharged] : []),
    ...(effect.choiceLost ? [EFFECTS.choiceLost] : []),
    ...(effect.feedbackRemoved > 0 ? [EFFECTS.feedbackRemoved(effect.feedbackRemoved)] : []),
  ]
}

/** Of what is open one side is owed, and the other was received too much: none of it is told below zero. */
function sumLine(say: typeof EFFECTS.open, packageName: string, from: number, to: number): string[] {
  const [before, after] = [Math.max(0, from), Math.max(0, to)]
  return before === after ? [] : [say(packageName, formatBRL(before), formatBRL(after))]
}

/** True unless extensions alone changed it: the package has another first lesson or length now, or none yet. */
export const beginsAnew = ({ extendedBy, from, expiry }: ValidityEffect): boolean =>
  from === null ? expiry !== null : addDays(from, extendedBy) !== expiry

/** Another last day, or other days for a package that has none yet. */
export const isOtherValidity = ({
  extendedBy,
  from,
  expiry,
}: Omit<ValidityEffect, keyof OfPackage>): boolean => from !== expiry || (expiry === null && extendedBy !== 0)

/** 'Validade: 18/12 → 24/11' unless extensions alone moved it: where a floor takes days up, theirs are others. */
function validityLine(change: ValidityEffect, isOnly: boolean): string {
  const { packageName, extendedBy, from, expiry } = change
  if (from === null || expiry === null || !beginsAnew(change)) {
    // Floors count again once the validity has begun anew: nothing was taken.
    const days = from !== null && expiry === null ? Math.max(0, extendedBy) : extendedBy
    return EFFECTS.validity(packageName, days, expiry && formatDate(expiry))
  }
  const isOneYear = from.slice(0, 4) === expiry.slice(0, 4)
  const [before, after] = [from, expiry].map((day) => formatDate(day).slice(0, isOneYear ? 5 : 10))
  return EFFECTS.validityMoves(isOnly ? null : packageName, before ?? '', after ?? '')
}

/**
 * The effects per student: as lines of a list, and as one sentence, 'Marina: 1 crédito volta para o Pacote de 10
 * aulas, o feedback é apagado'. Without students for whom nothing changes.
 */
export function effectLines(
  effects: readonly StudentEffect[],
): { name: string; id: string; lines: string[]; sentence: string }[] {
  return effects
    .map((effect) => ({
      id: effect.studentId,
      name: effect.studentName,
      lines: describeEffect(effect),
      sentence: `${effect.studentName}: ${effectPhrases(effect).join(', ')}`,
    }))
    .filter(({ lines }) => lines.length > 0)
}

/** Names in a toast, which disappears after five seconds. */
const SHOWN = 3

/** The effects as one text for a toast. Undefined for none. */
export function effectsSummary(effects: readonly StudentEffect[]): string | undefined {
  const all = effectLines(effects)
  if (all.length === 0) return undefined
  const more = all.length - SHOWN
  return [
    ...all.slice(0, SHOWN).map(({ sentence }) => sentence),
    ...(more > 0 ? [`E mais ${more} ${more === 1 ? 'aluno' : 'alunos'}`] : []),
  ].join('. ')
}

/** The effects of several writes, one after the other, as those of one: each student once, with all of them. */
export function joinedEffects(effects: readonly StudentEffect[]): StudentEffect[] {
  const joined = new Map<Uuid, StudentEffect>()
  for (const next of effects) {
    const before = joined.get(next.studentId) ?? withoutEffects(next)
    joined.set(next.studentId, {
      ...before,
      taken: inOneStep(before.taken, next.taken, addCredits),
      returned: inOneStep(before.returned, next.returned, addCredits),
      keptOutsideValidity: [...before.keptOutsideValidity, ...next.keptOutsideValidity],
      sold: [...before.sold, ...next.sold],
      removed: [...before.removed, ...next.removed],
      adjusted: inOneStep(before.adjusted, next.adjusted, fromFirst),
      validity: inOneStep(before.validity, next.validity, (first, last) => ({
        ...last,
        from: first.from,
        extendedBy: first.extendedBy + last.extendedBy,
      })).filter(isOtherValidity),
      money: inOneStep(before.money, next.money, fromFirst),
      received: inOneStep(before.received, next.received, fromFirst),
      withoutPackage: before.withoutPackage || next.withoutPackage,
      uncharged: before.uncharged || next.uncharged,
      choiceLost: before.choiceLost || next.choiceLost,
      feedbackRemoved: before.feedbackRemoved + next.feedbackRemoved,
      toldAt: next.toldAt ?? before.toldAt,
    })
  }
  return [...joined.values()]
}

const addCredits = (first: PackageEffect, last: PackageEffect): PackageEffect => ({
  ...last,
  credits: first.credits + last.credits,
})

const fromFirst = (first: Figures, last: Figures): Figures => ({ ...last, from: first.from })

/** Two changes of a package as one, from where the first began to where the last ended. */
function inOneStep<Step extends OfPackage>(
  before: readonly Step[],
  next: readonly Step[],
  join: (first: Step, last: Step) => Step,
): Step[] {
  const ofSame = (steps: readonly Step[], { packageId }: Step) =>
    steps.find((step) => step.packageId === packageId)
  return [
    ...before.map((first) => {
      const last = ofSame(next, first)
      return last ? join(first, last) : first
    }),
    ...next.filter((last) => !ofSame(before, last)),
  ]
}

const AGENDA = ['skipped', 'unskipped', 'moved', 'unmoved'] as const

/** How many occurrences of the agenda a write skipped, moved, or put back. */
export type AgendaEffect = Record<(typeof AGENDA)[number], number>

/** The occurrences of which something else holds after the write; of a repeat that is not known any more: none. */
export const agendaOf = ({ effects }: { effects: Pick<Effects, 'skips'> | null }): AgendaEffect =>
  agendaEffectOf(effects ?? { skips: [] })

type Exception = Pick<SkipFigures, 'reason' | 'moved_to'>

const AS_PLANNED: Exception = { reason: null, moved_to: null }

export function agendaEffectOf({ skips }: Pick<Effects, 'skips'>): AgendaEffect {
  const count = (is: (before: Exception, after: Exception) => boolean): number =>
    skips.filter(({ before, after }) => is(before ?? AS_PLANNED, after ?? AS_PLANNED)).length
  return {
    skipped: count((before, after) => before.reason === null && after.reason !== null),
    unskipped: count((before, after) => before.reason !== null && after.reason === null),
    moved: count((before, after) => after.moved_to !== null && after.moved_to !== before.moved_to),
    unmoved: count((before, after) => before.moved_to !== null && after.moved_to === null),
  }
}

export const joinedAgendaEffect = (all: readonly (AgendaEffect | undefined)[]): AgendaEffect => {
  const sum = (key: keyof AgendaEffect) => all.reduce((total, each) => total + (each?.[key] ?? 0), 0)
  return {
    skipped: sum('skipped'),
    unskipped: sum('unskipped'),
    moved: sum('moved'),
    unmoved: sum('unmoved'),
  }
}

/** In words, a line for each thing that happens: '1 aula deixa de estar pulada'. */
export const describeAgenda = (effect: AgendaEffect): string[] =>
  AGENDA.flatMap((key) => (effect[key] > 0 ? [EFFECTS[key](effect[key])] : []))

/** What is told of those whom a change of the agenda releases (`private.apply_plan`). */
export const releasedLines = (released: readonly Released[], names: ReadonlyMap<Uuid, string>): string[] =>
  released.flatMap(({ student_id, told_for }) => {
    const name = names.get(student_id)
    if (name === undefined) return []
    return told_for === undefined ? EFFECTS.released(name) : EFFECTS.unheard(name)
  })
