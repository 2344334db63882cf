import { configureGlobal } from 'fast-check'
import { type RunnerTestCase, TestRunner } from 'vitest'

/** Vitest's runner under `npm run mutate`: each test is repeated with every mutant that it runs through. */

declare module 'vitest' {
  interface TaskMeta {
    /** Mutants in what this test runs through. */
    reached?: string[]
    /** Those of them that it is the first one of its process to notice. */
    killed?: string[]
    /** Mutants in what runs once, while a file is imported: no test can be repeated with them. */
    imported?: string[]
  }
}

type Hits = Record<string, number>

/** What the code that Stryker has instrumented reads and writes. */
interface Stryker {
  activeMutant?: string
  currentTestId?: string
  hitCount?: number
  hitLimit?: number
  mutantCoverage: { static: Hits; perTest: Record<string, Hits> }
}

const GLOBAL = '__stryker__'

// This module is loaded anew for each file of tests, and the code under test is not.
const world: typeof globalThis & { [GLOBAL]?: Stryker; killed?: Set<string> } = globalThis
const stryker = (world[GLOBAL] ??= { mutantCoverage: { static: {}, perTest: {} } })
const killed = (world.killed ??= new Set())

// A smaller counterexample would tell nothing more.
configureGlobal({ endOnFailure: true })

export default class extends TestRunner {
  async runTask(test: RunnerTestCase): Promise<void> {
    const run = TestRunner.getTestFn(test)
    stryker.currentTestId = test.id
    await run()
    const hits = stryker.mutantCoverage.perTest[test.id] ?? {}
    test.meta.reached = Object.keys(hits)
    test.meta.imported = Object.keys(stryker.mutantCoverage.static)
    stryker.currentTestId = 'repeated'
    // One that leaves something behind fails here: it would notice every mutant.
    await run()
    test.meta.killed = []
    for (const [mutant, count] of Object.entries(hits)) {
      if (killed.has(mutant)) continue
      // The limit ends what the mutant has made endless.
      Object.assign(stryker, { activeMutant: mutant, hitCount: 0, hitLimit: count * 100 + 1000 })
      try {
        await run()
      } catch {
        killed.add(mutant)
        test.meta.killed.push(mutant)
      }
    }
    delete stryker.activeMutant
    // A mutant that left something behind would have made the test notice the others.
    await run()
    delete stryker.currentTestId
  }
}
