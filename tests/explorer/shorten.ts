import { shrinkBy } from '../support/shrink.ts'
import type { Step } from './act.ts'
import { signatureOf, type Found, type Report } from './exploration.ts'

/**
 * What most findings need: the last steps of the device that met them. Tried first, because a whole history is long.
 */
const guesses = (steps: readonly Step[]): readonly (readonly Step[])[] => {
  const last = steps.at(-1)?.device
  const own = steps.filter(({ device }) => device === last)
  return [...[3, 10, 30].map((count) => own.slice(-count)), own, steps]
}

/** The fewest steps that were found to break the same promise on the same screen; null: not even all of them do. */
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
