import { execFile } from 'node:child_process'
import { get } from 'node:http'
import { promisify } from 'node:util'
import { preview } from 'vite'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { ROOT } from '../../supabase/embedded/config.ts'
import { embeddedSupabase } from '../../supabase/embedded/vite-plugin.ts'
import { ownDatabase, startBackend, type Backend } from '../support/backend.ts'
import { freePort } from '../support/listen.ts'

let connectionString: string
let backend: Backend
beforeAll(async () => {
  connectionString = await ownDatabase(true)
  backend = await startBackend({ data: { connectionString } })
})
afterAll(() => backend?.close())

const change = (statements: string) =>
  backend.sql(
    `update supabase_migrations.schema_migrations set statements = ${statements} where name = 'clubs'`,
  )

describe('the embedded API over PostgreSQL 17', () => {
  it('stores arrays and JSON of a table as they were sent', async () => {
    const ana = await backend.signIn('ana@voleio.test', 'voleio123')
    const { data } = await ana.client
      .from('session_feedbacks')
      .select('session_id, student_id')
      .limit(1)
      .single()
    const tags = ['Saque', 'Aspas " e vírgula, }']
    const { error } = await ana.client
      .from('session_feedbacks')
      .update({ tags })
      .match(data ?? {})
    expect(error).toBeNull()
    const after = await ana.client
      .from('session_feedbacks')
      .select('tags')
      .match(data ?? {})
      .single()
    expect(after.data?.tags).toEqual(tags)
  })

  it('answers an address that is no URL, and the next one', async () => {
    vi.stubEnv('VOLEIO_POSTGRES', connectionString)
    onTestFinished(() => void vi.unstubAllEnvs())
    const server = await preview({
      configFile: false,
      logLevel: 'silent',
      plugins: [embeddedSupabase()],
      preview: { port: await freePort() },
    })
    onTestFinished(() => server.close())
    const [home = ''] = server.resolvedUrls?.local ?? []
    const statusOf = (path: string) =>
      new Promise((resolve) => get(home, { path }, ({ statusCode }) => resolve(statusCode)))
    expect(await statusOf('//')).toBe(500)
    expect(await statusOf('/_mailbox.json')).toBe(200)
  })

  it('says to start over when a migration changed after it was applied', async () => {
    await change("array_append(statements, 'select 1')")
    const again = startBackend({ data: { connectionString } })
    await expect(again).rejects.toThrow(/clubs changed .*npm run db:reset/)
    await change('trim_array(statements, 1)')
  })

  it('says the same, without a stack, to `npm run dev` when a migration is gone', async () => {
    await backend.sql(
      `insert into supabase_migrations.schema_migrations (version, name) values ('20261121000100', 'foundation')`,
    )
    // Without the variables of the tests, and of .env.local, which name a hosted project.
    const dev = promisify(execFile)(
      process.execPath,
      ['node_modules/vite/bin/vite.js', '--port', '0', '--strictPort'],
      {
        cwd: ROOT,
        env: { PATH: process.env['PATH'], VITE_SUPABASE_URL: '', VOLEIO_POSTGRES: connectionString },
        timeout: 50_000,
      },
    )
    const said = await dev.catch((error: unknown) => error)
    expect(said).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/npm run db:reset -- .voleio.dev/),
    })
    expect(said).toMatchObject({ stderr: expect.not.stringMatching(/\n\s+at /) })
  })
})
