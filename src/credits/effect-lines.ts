import {
  describeEffect,
  effectPhrases,
  withoutEffects,
  type PackageEffect,
  type StudentEffect,
} from './effects'

/** Names in a toast, which disappears after five seconds. */
const SHOWN = 3

/**
 * A plan's effects on credits per student: as lines of a list, and as one sentence, 'Marina: 1 crédito volta para o Pacote de 10
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
  const joined = new Map<string, StudentEffect>()
  for (const next of effects) {
    const before = joined.get(next.studentId) ?? withoutEffects(next)
    joined.set(next.studentId, {
      ...before,
      taken: withCredits(before.taken, next.taken),
      returned: withCredits(before.returned, next.returned),
      keptOutsideValidity: [...before.keptOutsideValidity, ...next.keptOutsideValidity],
      sold: [...before.sold, ...next.sold],
      removed: [...before.removed, ...next.removed],
      adjusted: inOneStep(before.adjusted, next.adjusted, (first, last) => ({ ...last, from: first.from })),
      validity: inOneStep(before.validity, next.validity, (first, last) => ({
        ...last,
        from: first.from,
        extendedBy: first.extendedBy + last.extendedBy,
      })).filter(({ extendedBy, from, expiry }) => extendedBy !== 0 || from !== expiry),
      money: inOneStep(before.money, next.money, (first, last) => ({ ...last, from: first.from })),
      received: inOneStep(before.received, next.received, (first, last) => ({ ...last, from: first.from })),
      withoutPackage: before.withoutPackage || next.withoutPackage,
      uncharged: before.uncharged || next.uncharged,
      choiceLost: before.choiceLost || next.choiceLost,
      feedbackRemoved: before.feedbackRemoved + next.feedbackRemoved,
    })
  }
  return [...joined.values()]
}

const withCredits = (before: readonly PackageEffect[], next: readonly PackageEffect[]): PackageEffect[] =>
  inOneStep(before, next, (first, last) => ({ ...last, credits: first.credits + last.credits }))

/** Two changes of a package as one, from where the first began to where the last ended. */
function inOneStep<Step extends { packageId: string }>(
  before: readonly Step[],
  next: readonly Step[],
  join: (first: Step, last: Step) => Step,
): Step[] {
  const isSame = (a: Step) => (b: Step) => a.packageId === b.packageId
  return [
    ...before.map((first) => {
      const last = next.find(isSame(first))
      return last ? join(first, last) : first
    }),
    ...next.filter((last) => !before.some(isSame(last))),
  ]
}
