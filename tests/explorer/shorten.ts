import { shrinkBy } from '../support/shrink.ts'
import type { Step } from './act.ts'
import { signatureOf, type Found, type Report } from './exploration.ts'

/**
 * Histories that suffice for most findings: the last steps of the device on which the promise broke. They are tried
 * first, because the whole history is long.
 */
const guesses = (steps: readonly Step[]): readonly (readonly Step[])[] => {
  const last = steps.at(-1)?.device
  const own = steps.filter(({ device }) => device === last)
  return [...[3, 10, 30].map((count) => own.slice(-count)), own, steps]
}

/**
 * The shortest history found that breaks the same promise on the same screen; null if not even the whole history does.
 */
export async function shorten(
  steps: readonly Step[],
  signature: string,
  most: number,
  play: (steps: readonly Step[]) => Promise<Report>,
): Promise<{ found: Found | null; runs: number }> {
  const best: { steps: readonly Step[]; found: Found | null } = { steps, found: null }
  let runs = 0
  const attempt = async (fewer: readonly Step[]): Promise<boolean> => {
    if (runs >= most && best.found !== null) return false
    runs += 1
    const found = (await play(fewer)).found.find((each) => signatureOf(each) === signature)
    if (found !== undefined) Object.assign(best, { steps: fewer, found })
    return found !== undefined
  }
  for (const guess of guesses(steps)) if (await attempt(guess)) break
  if (best.found === null) return { found: null, runs }
  await shrinkBy(
    () => best.steps,
    async (piece) => {
      const fewer = best.steps.filter((step) => !piece.includes(step))
      if (fewer.length > 0 && piece.length > 0) await attempt(fewer)
    },
  )
  return { found: best.found, runs }
}
