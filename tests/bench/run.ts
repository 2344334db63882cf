import { expect } from 'vitest'
import type { Cases } from './cases'
import type { LoadWorld } from './load-world'
import { median, percentile } from './measure'
import { weigh, type Usage } from './meter'

/** An action of one app, over all its runs: medians, and the time that all but one in twenty stay below. */
export interface Figures extends Usage {
  p95: number
  runs: number
}

export interface Compared {
  name: string
  ours: Figures
  theirs: Figures
}

const MOST_RUNS = 15
const FEWEST_RUNS = 5
/** Milliseconds for one case, once it has its fewest runs. */
const PATIENCE = 5000
const WARM_UP = 2

/**
 * Runs every case in both apps, taking turns so that a busy moment of the machine meets both. Before that both must
 * show the same. Connections are warm: each has planned these statements before.
 */
export async function compare(world: LoadWorld, { list, meter }: Cases): Promise<Compared[]> {
  const compared: Compared[] = []
  for (const { name, ours, theirs, writes } of list) {
    if (!writes) expect(await theirs(), `both show the same: ${name}`).toMatchObject(Object(await ours()))
    const used: { ours: Usage[]; theirs: Usage[] } = { ours: [], theirs: [] }
    const began = performance.now()
    for (let run = 0; run < MOST_RUNS + WARM_UP; run++) {
      if (run >= FEWEST_RUNS + WARM_UP && performance.now() - began > PATIENCE) break
      const mine = await weigh(world.database, meter, ours)
      const other = await weigh(world.database, meter, theirs)
      if (run < WARM_UP) continue
      used.ours.push(mine)
      used.theirs.push(other)
    }
    compared.push({ name, ours: figuresOf(used.ours), theirs: figuresOf(used.theirs) })
  }
  return compared
}

function figuresOf(usages: readonly Usage[]): Figures {
  const middle = (pick: (usage: Usage) => number) => median(usages.map(pick))
  return {
    requests: middle(({ requests }) => requests),
    trips: middle(({ trips }) => trips),
    up: middle(({ up }) => up),
    down: middle(({ down }) => down),
    zipped: middle(({ zipped }) => zipped),
    ms: middle(({ ms }) => ms),
    sqlMs: middle(({ sqlMs }) => sqlMs),
    blocks: middle(({ blocks }) => blocks),
    p95: percentile(
      usages.map(({ ms }) => ms),
      0.95,
    ),
    runs: usages.length,
  }
}
