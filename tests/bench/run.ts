import { expect } from 'vitest'
import type { Cases } from './cases'
import type { LoadWorld } from './load-world'
import { median, percentile } from './measure'
import { weigh, type Usage } from './meter'

/** An action of one app over all runs: medians, and the 95th percentile of the time. */
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
/** Milliseconds spent on a case after its minimum number of runs. */
const MEASURE_MS = 4000
/** Two per connection of the API: the first call of a function reads the catalogue and compiles it. */
const REQUESTS_TO_WARM_UP = 20

/**
 * Runs every case in both apps alternately, so that load of the machine affects both. First both must show the same.
 * Connections are warm: they have planned these statements.
 */
export async function compare(world: LoadWorld, { list, meter }: Cases): Promise<Compared[]> {
  const compared: Compared[] = []
  for (const { name, ours, theirs, writes } of list) {
    if (!writes) expect(await theirs(), `both show the same: ${name}`).toMatchObject(Object(await ours()))
    for (const action of [ours, theirs]) {
      meter.take()
      for (let made = 0; made < REQUESTS_TO_WARM_UP; made += meter.take().requests) await action()
    }
    const used: { ours: Usage[]; theirs: Usage[] } = { ours: [], theirs: [] }
    const began = performance.now()
    for (let run = 0; run < MOST_RUNS; run++) {
      if (run >= FEWEST_RUNS && performance.now() - began > MEASURE_MS) break
      used.ours.push(await weigh(world.database, meter, ours))
      used.theirs.push(await weigh(world.database, meter, theirs))
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
