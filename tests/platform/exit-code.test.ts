import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const script = `
  import { startPostgres } from './tests/support/postgres.ts'
  const server = await startPostgres()
  await server.stop()
  process.exitCode = 3
`

// The driver of PostgreSQL once made every failed run of the tests a success.
it('a process that ran PostgreSQL keeps its exit code', async () => {
  const run = promisify(execFile)(process.execPath, ['--input-type=module-typescript', '-e', script])
  await expect(run).rejects.toMatchObject({ code: 3 })
})
