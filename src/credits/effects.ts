import { countOf } from '@/core/common-texts'
import { addDays, formatDate } from '@/core/dates'
import type { Instant, LocalDate, Uuid } from '@/core/model'
import { formatBRL } from '@/core/prices'
import type { Effects, Released, SkipFigures } from './applied'
import { EFFECTS } from './texts'

/** What a change does to students' credits and to the agenda, in words for the coach before and after the change. */

type OfPackage = { packageId: Uuid; packageName: string }

/** A package that gains or loses credits because of lessons, or keeps paying for one. */
export interface PackageEffect extends OfPackage {
  /** How many credits the package gains, loses, or keeps paying with. */
  credits: number
  /** Taken credits: expired on a lesson's day. Returned ones: expired today, so they cannot be used. */
  expired: boolean
}

interface ValidityEffect extends OfPackage {
  /** Days of extensions given, or taken back if negative; 0 if only the first lesson is another one. */
  extendedBy: number
  /** The last valid day before the change; null: the validity had not begun. */
  from: LocalDate | null
  /** The last valid day after the change; null: the validity begins with the first lesson. */
  expiry: LocalDate | null
}

type Figures = OfPackage & { from: number; to: number }

interface SoldEffect extends OfPackage {
  credits: number
  price: number
  paid: number
  expiry: LocalDate | null
}

/** What a change does to one student's credits, in all lessons of the change. */
export interface StudentEffect {
  studentId: Uuid
  studentName: string
  taken: PackageEffect[]
  returned: PackageEffect[]
  /** Packages that a moved lesson keeps although they are not valid on its new day. The coach may choose others. */
  keptOutsideValidity: PackageEffect[]
  validity: ValidityEffect[]
  sold: SoldEffect[]
  /** Names of deleted packages. */
  removed: string[]
  /** Packages whose credits change for another reason than a lesson. */
  adjusted: Figures[]
  /** Packages whose open amount changes, in BRL; below 0: more was received than the package costs. */
  money: Figures[]
  /** Packages whose received amount (BRL) changes where the open amount does not tell it: the price changed too. */
  received: Figures[]
  /** Packages whose price changes. */
  price: Figures[]
  /** True when the student, after the change, owes a lesson ('sem pacote'). */
  withoutPackage: boolean
  /** True when the student joins a lesson without paying: an excused absence, or a lesson that did not happen. */
  uncharged: boolean
  /** True when a package chosen by hand is no longer used. If the student is charged again, the rule chooses one. */
  choiceLost: boolean
  /** How many stored feedbacks are deleted. */
  feedbackRemoved: number
  /** When a student registered as present had told not to come, if the lesson did not know that before; else null. */
  toldAt: Instant | null
}

/** The effect of a change that leaves this student alone. */
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
  price: [],
  withoutPackage: false,
  uncharged: false,
  choiceLost: false,
  feedbackRemoved: 0,
  toldAt: null,
})

/**
 * Adds the packages that a lesson keeps outside their validity, which only the plan knows: nothing of them is stored.
 */
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

/** The effect as lines of a list, such as 'Nenhum crédito sai'. */
export const describeEffect = (effect: StudentEffect): string[] =>
  effectPhrases(effect).map((phrase) => phrase.charAt(0).toUpperCase() + phrase.slice(1))

/** The effect as phrases within a sentence, such as 'nenhum crédito sai'. */
const effectPhrases = (effect: StudentEffect): string[] => [
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
  ...effect.price.map(({ packageName, from, to }) =>
    EFFECTS.price(packageName, formatBRL(from), formatBRL(to)),
  ),
  ...(effect.withoutPackage ? [EFFECTS.withoutPackage] : []),
  ...(effect.uncharged && effect.taken.length === 0 ? [EFFECTS.uncharged] : []),
  ...(effect.choiceLost ? [EFFECTS.choiceLost] : []),
  ...(effect.feedbackRemoved > 0 ? [EFFECTS.feedbackRemoved(effect.feedbackRemoved)] : []),
]

/** An open amount below 0 is overpaid money, which has a phrase of its own: no phrase shows a sum below 0. */
function sumLine(say: typeof EFFECTS.open, packageName: string, from: number, to: number): string[] {
  const [before, after] = [Math.max(0, from), Math.max(0, to)]
  return before === after ? [] : [say(packageName, formatBRL(before), formatBRL(after))]
}

/**
 * True unless extensions alone moved the last day: the package has another first lesson or another length, or its
 * validity has not begun.
 */
export const beginsAnew = ({ extendedBy, from, expiry }: ValidityEffect): boolean =>
  from === null ? expiry !== null : addDays(from, extendedBy) !== expiry

/** Another last day or, where the validity has not begun, other extensions. */
export const isOtherValidity = ({
  extendedBy,
  from,
  expiry,
}: Omit<ValidityEffect, keyof OfPackage>): boolean => from !== expiry || (expiry === null && extendedBy !== 0)

/**
 * 'Validade: 18/12 → 24/11', or, if extensions alone moved the last day, their days. With another first lesson a floor
 * may take up some of these days, so their number would not explain the new last day.
 */
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
 * The effects per student, as lines of a list and as one sentence: 'Marina: 1 crédito volta para o Pacote de 10 aulas,
 * o feedback é apagado'. Leaves out students for whom nothing changes.
 */
export const effectLines = (
  effects: readonly StudentEffect[],
): { name: string; id: string; lines: string[]; sentence: string }[] =>
  effects
    .map((effect) => ({
      id: effect.studentId,
      name: effect.studentName,
      lines: describeEffect(effect),
      sentence: `${effect.studentName}: ${effectPhrases(effect).join(', ')}`,
    }))
    .filter(({ lines }) => lines.length > 0)

/** How many students a toast names: it disappears after five seconds. */
const SHOWN = 3

/** The effects as one text for a toast; undefined if there are none. */
export function effectsSummary(effects: readonly StudentEffect[]): string | undefined {
  const all = effectLines(effects)
  if (all.length === 0) return undefined
  const more = all.length - SHOWN
  return [
    ...all.slice(0, SHOWN).map(({ sentence }) => sentence),
    ...(more > 0 ? [`E mais ${countOf(more, 'aluno', 'alunos')}`] : []),
  ].join('. ')
}

/** The effects of several writes, in the order of the writes, joined into one effect for each student. */
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
      price: inOneStep(before.price, next.price, fromFirst),
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
  expired: first.expired || last.expired,
})

const fromFirst = (first: Figures, last: Figures): Figures => ({ ...last, from: first.from })

/** Joins the changes of each package in two successive writes: from before the first to after the last. */
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

/** How many occurrences the write changed; none for a repeat whose effects are no longer known. */
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

/** The agenda's effect as lines of a list, such as '1 aula da agenda deixa de estar pulada'. */
export const describeAgenda = (effect: AgendaEffect): string[] =>
  AGENDA.flatMap((key) => (effect[key] > 0 ? [EFFECTS[key](effect[key])] : []))

/** A sentence, once, for each student whom `private.apply_plan` released, except those whose name is unknown. */
export const releasedLines = (released: readonly Released[], names: ReadonlyMap<Uuid, string>): string[] => {
  const lines = released.flatMap(({ student_id, told_for, busy }) => {
    const name = names.get(student_id)
    if (name === undefined) return []
    if (busy) return EFFECTS.busy(name)
    return told_for === undefined ? EFFECTS.released(name) : EFFECTS.unheard(name)
  })
  return [...new Set(lines)]
}
