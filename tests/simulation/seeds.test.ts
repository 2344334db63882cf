import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const run = promisify(execFile)
const main = fileURLToPath(new URL('./main.ts', import.meta.url))

/** Runs the simulation in a separate process, because it needs another time zone. Rejects if a promise breaks. */
const simulate = async (...options: string[]): Promise<string> =>
  (await run(process.execPath, [main, '--no-shrink', ...options])).stdout

// docs/proof.md, 'Simulation' has long runs and the comparison of two traces.
it('a bad day of two coaches keeps every promise', async () => {
  expect(await simulate('--seed=1', '--days=1', '--sittings=1')).toMatch(/^seed 1: 1 days, \d+ actions/)
}, 180_000)
