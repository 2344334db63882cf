import type { Effects } from './applied'
import { EFFECTS } from './effects-texts'

/** How many occurrences of the agenda a write skipped, moved, or put back. */
export interface AgendaEffect {
  skipped: number
  unskipped: number
  moved: number
  unmoved: number
}

/** The occurrences of which something else holds after the write. */
export function agendaEffectOf({ skips }: Pick<Effects, 'skips'>): AgendaEffect {
  const was = { skipped: 0, unskipped: 0, moved: 0, unmoved: 0 }
  for (const { before, after } of skips) {
    const [reason, other] = [before?.reason ?? null, after?.reason ?? null]
    const [from, to] = [before?.moved_to ?? null, after?.moved_to ?? null]
    if (reason === null && other !== null) was.skipped += 1
    if (reason !== null && other === null) was.unskipped += 1
    if (to !== null && to !== from) was.moved += 1
    if (to === null && from !== null) was.unmoved += 1
  }
  return was
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
export const describeAgenda = ({ skipped, unskipped, moved, unmoved }: AgendaEffect): string[] => [
  ...(skipped > 0 ? [EFFECTS.skipped(skipped)] : []),
  ...(unskipped > 0 ? [EFFECTS.unskipped(unskipped)] : []),
  ...(moved > 0 ? [EFFECTS.moved(moved)] : []),
  ...(unmoved > 0 ? [EFFECTS.unmoved(unmoved)] : []),
]
