import { describeEffect, type StudentEffect } from '@/domain/credits/effects'

/** More names than these make a message that nobody reads in five seconds. */
const SHOWN = 3

/** What a plan does, student by student; those for whom nothing changes are left out. */
export function effectLines(
  effects: readonly StudentEffect[],
): { name: string; id: string; lines: string[] }[] {
  return effects
    .map((effect) => ({ id: effect.studentId, name: effect.studentName, lines: describeEffect(effect) }))
    .filter(({ lines }) => lines.length > 0)
}

/** The same in one text, for a message that goes by: 'Marina: 1 crédito volta para o Pacote de 10 aulas'. */
export function effectsInShort(effects: readonly StudentEffect[]): string | undefined {
  const all = effectLines(effects)
  if (all.length === 0) return undefined
  const shown = all.slice(0, SHOWN).map(({ name, lines }) => `${name}: ${lines.join(', ')}`)
  const more = all.length - shown.length
  return [...shown, ...(more > 0 ? [`e mais ${more} ${more === 1 ? 'aluno' : 'alunos'}`] : [])].join('. ')
}
