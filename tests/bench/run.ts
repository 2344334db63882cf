import { expect } from 'vitest'
import type { Cases } from './cases'
import type { LoadWorld } from './load-world'
import { median } from './measure'
import { weigh, type Usage } from './meter'

/** The median usage of an action in each app. */
export interface Compared {
  name: string
  ours: Usage
  theirs: Usage
}

const MOST_RUNS = 15
const FEWEST_RUNS = 5
/** Milliseconds to spend on a case after its minimum number of runs. */
const MEASURE_MS = 4000
/**
 * Two per connection of the API, because the first call of a function reads the catalogue and compiles the function.
 */
const REQUESTS_TO_WARM_UP = 20

/**
 * Runs every case in both apps in turn, so that other load of the machine affects both. Checks first that both show the
 * same. Connections are warm: they have planned these statements before.
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
    compared.push({ name, ours: medians(used.ours), theirs: medians(used.theirs) })
  }
  return compared
}

function medians(usages: readonly Usage[]): Usage {
  const middle = (pick: (usage: Usage) => number) => median(usages.map(pick))
  return {
    requests: middle(({ requests }) => requests),
    trips: middle(({ trips }) => trips),
    up: middle(({ up }) => up),
    zipped: middle(({ zipped }) => zipped),
    sqlMs: middle(({ sqlMs }) => sqlMs),
    blocks: middle(({ blocks }) => blocks),
  }
}
