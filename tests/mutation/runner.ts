import { configureGlobal } from 'fast-check'
import { type RunnerTestCase, TestRunner } from 'vitest'

/** Vitest's runner for `npm run mutate`: repeats each test with every mutant in the code that the test runs. */

declare module 'vitest' {
  interface TaskMeta {
    /** Mutants in the code that this test runs. */
    reached?: string[]
    /** Mutants that this test is the first one of its process to notice. */
    killed?: string[]
    /** Mutants in code that runs only once, while a file is imported: no test can be repeated with them. */
    imported?: string[]
  }
}

type Hits = Record<string, number>

/** The global that Stryker's instrumented code reads and writes. */
interface Stryker {
  activeMutant?: string
  currentTestId?: string
  hitCount?: number
  hitLimit?: number
  mutantCoverage: { static: Hits; perTest: Record<string, Hits> }
}

const GLOBAL = '__stryker__'

// Vitest loads this module anew for each test file, but not the code under test, so the state is global.
const world: typeof globalThis & { [GLOBAL]?: Stryker; killed?: Set<string> } = globalThis
const stryker = (world[GLOBAL] ??= { mutantCoverage: { static: {}, perTest: {} } })
const killed = (world.killed ??= new Set())

// Shrinking a property's counterexample would take time and tell nothing more.
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
    // A test that leaves something behind fails here; later it would seem to notice every mutant.
    await run()
    test.meta.killed = []
    for (const [mutant, count] of Object.entries(hits)) {
      if (killed.has(mutant)) continue
      // The limit ends loops that a mutant has made endless.
      Object.assign(stryker, { activeMutant: mutant, hitCount: 0, hitLimit: count * 100 + 1000 })
      try {
        await run()
      } catch {
        killed.add(mutant)
        test.meta.killed.push(mutant)
      }
    }
    delete stryker.activeMutant
    // If a mutant has left something behind, this run fails, because the test would seem to notice later mutants.
    await run()
    delete stryker.currentTestId
  }
}
