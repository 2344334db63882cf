import { describeEffect, type StudentEffect } from './effects'

/** Names in a toast, which disappears after five seconds. */
const SHOWN = 3

/** A plan's effects on credits per student, in words; without students for whom nothing changes. */
export function effectLines(
  effects: readonly StudentEffect[],
): { name: string; id: string; lines: string[] }[] {
  return effects
    .map((effect) => ({ id: effect.studentId, name: effect.studentName, lines: describeEffect(effect) }))
    .filter(({ lines }) => lines.length > 0)
}

/** The effects as one text for a toast: 'Marina: 1 crédito volta para o Pacote de 10 aulas'. Undefined for none. */
export function effectsSummary(effects: readonly StudentEffect[]): string | undefined {
  const all = effectLines(effects)
  if (all.length === 0) return undefined
  const shown = all.slice(0, SHOWN).map(({ name, lines }) => `${name}: ${lines.join(', ')}`)
  const more = all.length - shown.length
  return [...shown, ...(more > 0 ? [`e mais ${more} ${more === 1 ? 'aluno' : 'alunos'}`] : [])].join('. ')
}
