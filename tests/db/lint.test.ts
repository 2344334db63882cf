import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PostgresDatabase, type PostgresServer, rehearse } from '../support/postgres'
import { readMigrations } from '../support/postgres-hosted'
import { sharedPostgres } from '../support/shared-postgres'
import { lintProblems, neverUsedIndexes } from './lint'
import { KEY_PLANTS, PG_GRAPHQL, PLANTS } from './lint-plants'
import { schemaProblems } from './rules'
import { playTraffic } from './traffic'

/** Our own tests of the rules of Supabase's database advisors. `npm run splinter` runs the public linter itself. */
let server: PostgresServer
beforeAll(async () => {
  server = sharedPostgres()
})
afterAll(() => server.close())

describe.each(['none', 'automatic'] as const)("with Supabase's automatic grants: %s", (grants) => {
  it("the advisors' rules find nothing in the schema", async () => {
    const database = await server.createDatabase({ grants })
    expect(await rehearse(database, lintProblems)).toEqual([])
  })
})

describe('a planted violation is noticed', () => {
  let database: PostgresDatabase
  beforeAll(async () => {
    database = await server.createDatabase()
  })

  it.each(PLANTS)('$lint: $says', async ({ plant, says }) => {
    const problems = await rehearse(database, async (query) => {
      await query(plant)
      return [...(await lintProblems(query)), ...(await schemaProblems(query))]
    })
    expect(problems).toContain(says)
  })
})

describe('a key that does not begin with the coach is noticed', () => {
  let database: PostgresDatabase
  beforeAll(async () => {
    database = await server.createDatabase()
  })

  it.each(KEY_PLANTS)('$says', async ({ plant, says }) => {
    const problems = await rehearse(database, async (query) => {
      await query(plant)
      return schemaProblems(query)
    })
    expect(problems).toContain(says)
  })
})

describe('a project from before 2026', () => {
  it('loses pg_graphql, which would describe every table to whoever is signed in', async () => {
    const database = await server.createDatabase()
    const [migration] = (await readMigrations()).filter(({ name }) => name.endsWith('_foundation.sql'))
    const problems = await rehearse(database, async (query) => {
      await query(PG_GRAPHQL)
      expect(await lintProblems(query)).not.toEqual([])
      await query(/^drop extension.*;$/m.exec(migration?.sql ?? '')?.[0] ?? '')
      return lintProblems(query)
    })
    expect(problems).toEqual([])
  })
})

describe('indexes', () => {
  it('each is what some request of the product is answered by', async () => {
    const database = await server.createDatabase()
    expect(await rehearse(database, neverUsedIndexes)).not.toEqual([])
    await playTraffic(database)
    expect(await rehearse(database, neverUsedIndexes)).toEqual([])
  })
})
