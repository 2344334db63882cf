import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startBackend, type Backend } from '../support/backend.ts'
import type { PostgresServer } from '../support/postgres.ts'
import { sharedPostgres } from '../support/shared-postgres.ts'

let server: PostgresServer
let connectionString: string
let backend: Backend
beforeAll(async () => {
  server = sharedPostgres()
  connectionString = await server.createEmptyDatabase()
  backend = await startBackend({ data: { connectionString }, seed: true })
})
afterAll(async () => {
  await backend?.close()
  await server?.close()
})

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

  it('says to start over when a migration changed after it was applied', async () => {
    await backend.sql(
      "update supabase_migrations.schema_migrations set statements = array['select 1'] where name = 'clubs'",
    )
    const again = startBackend({ data: { connectionString } })
    await expect(again).rejects.toThrow(/clubs changed .*npm run db:reset/)
  })
})
