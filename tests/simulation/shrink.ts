import { shrinkBy } from '../support/shrink.ts'
import type { Order, Report } from './history.ts'
import { play } from './play.ts'

/** The broken promise without names and numbers: a shorter history must break the same promise. */
const promiseOf = ({ broken }: Report): string =>
  (broken ?? '')
    .replace(/: expected.*/s, '')
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '…')
    .replace(/\b(ana|beto)(-\w+)?\b/g, '…')
    .replace(/\d+/g, '…')

const isFault = (part: string): boolean => part.includes(' fault ')

/**
 * The order in which parts are left out: days and sittings first, because most of a history has nothing to do with the
 * failure; single faults last.
 */
const ORDER: readonly ((part: string) => boolean)[] = [
  (part) => part.startsWith('day '),
  (part) => part.endsWith(' evening') || part.endsWith(' books'),
  (part) => !part.includes(' '),
  (part) => / (weather|kill|end|borrowed)$/.test(part),
  (part) => part.includes(' step '),
  isFault,
]

/** Parts that most failures do not need. They are tried first, because a run without them is much shorter. */
const GUESSES: readonly ((part: string, report: Report) => boolean)[] = [
  // Parts of the other coach.
  (part, { broken }) => {
    const named = /\b(ana|beto)\b/.exec(broken ?? '')?.[0]
    return named !== undefined && new RegExp(`\\b${named === 'ana' ? 'beto' : 'ana'}\\b`).test(part)
  },
  // Days between the first sitting and the last day.
  (part, { days }) => /^\d+\./.test(part) && !part.startsWith(`${days - 1}.`) && !part.endsWith('.first'),
  (part, { days }) => /^\d+ /.test(part) && !part.startsWith(`${days - 1} `),
  // All faults but the last four, because the likeliest cause is what went wrong last.
  (part, { parts }) => isFault(part) && !parts.filter(isFault).slice(-4).includes(part),
]

/**
 * Leaves out what a failure does not need, as long as the same promise breaks. Every part draws its own chances, so
 * leaving one part out changes no other.
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
  /** Leaves the piece out for good if the same promise breaks without it. */
  const leaveOut = async (piece: readonly string[]): Promise<void> => {
    if (piece.length === 0 || runs >= most) return
    runs += 1
    const tried = await play({ ...order, days: best.days, without: [...without, ...piece] })
    if (tried.broken === null || promiseOf(tried) !== promise) return
    best = tried
    without = [...without, ...piece]
    say(`  ${runs} runs: ${best.parts.length} parts left`)
  }
  for (const guess of GUESSES) await leaveOut(best.parts.filter((part) => guess(part, best)))
  for (const isOfKind of ORDER) await shrinkBy(() => best.parts.filter(isOfKind), leaveOut)
  return { report: best, without, runs }
}
