import type { Order, Report } from './history.ts'
import { play } from './play.ts'

/** The promise without names and numbers: a shorter history must break the same one. */
const promiseOf = ({ broken }: Report): string =>
  (broken ?? '')
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '…')
    .replace(/\b(ana|beto)(-\w+)?\b/g, '…')
    .replace(/[:(].*/s, '')

/** Sittings first, because most of a history has nothing to do with a failure; single faults last. */
const ORDER: readonly ((part: string) => boolean)[] = [
  (part) => !part.includes(' '),
  (part) => part.endsWith(' weather') || part.endsWith(' kill'),
  (part) => part.includes(' step '),
  (part) => part.includes(' fault '),
]

/**
 * Leaves out what a failure does not need: halves, then smaller pieces, as long as the same promise breaks. Every part has
 * a chance of its own, so leaving one out changes no other.
 */
export async function shrink(
  order: Order,
  report: Report,
  { most, say }: { most: number; say: (line: string) => void },
): Promise<{ report: Report; without: string[]; runs: number }> {
  const promise = promiseOf(report)
  let best = report
  let without = [...(order.without ?? [])]
  let runs = 0
  for (const isOfKind of ORDER) {
    let size = Math.ceil(best.parts.filter(isOfKind).length / 2)
    while (size >= 1 && runs < most) {
      const parts = best.parts.filter(isOfKind)
      let at = 0
      while (at < parts.length && runs < most) {
        const piece = parts.slice(at, at + size).filter((part) => best.parts.includes(part))
        at += size
        if (piece.length === 0) continue
        runs += 1
        const tried = await play({ ...order, days: best.days, without: [...without, ...piece] })
        if (tried.broken === null || promiseOf(tried) !== promise) continue
        best = tried
        without = [...without, ...piece]
        say(`  ${runs} runs: ${best.parts.length} parts left`)
      }
      size = size === 1 ? 0 : Math.ceil(size / 2)
    }
  }
  return { report: best, without, runs }
}
