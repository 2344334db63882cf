import { expect } from 'vitest'
import type { Cases } from './cases'
import type { LoadWorld } from './load-world'
import { median } from './measure'
import { weigh, type Usage } from './meter'

/** The medians of an action in each app. */
export interface Compared {
  name: string
  ours: Usage
  theirs: Usage
}

const MOST_RUNS = 15
const FEWEST_RUNS = 5
/** Milliseconds for one case, once it has its fewest runs. */
const PATIENCE = 4000
/** Two for each connection of the API: the first one of a function reads the catalogue and compiles it. */
const REQUESTS_TO_WARM_UP = 20

/**
 * Runs every case in both apps, taking turns so that a busy moment of the machine meets both. Before that both must
 * show the same. Connections are warm: each has planned these statements before.
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
      if (run >= FEWEST_RUNS && performance.now() - began > PATIENCE) break
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
