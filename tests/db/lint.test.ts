import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PostgresDatabase, type PostgresServer, rehearse, startPostgres } from '../support/postgres'
import { lintProblems, neverUsedIndexes } from './lint'
import { PLANTS } from './lint-plants'
import { schemaProblems } from './rules'
import { playTraffic } from './traffic'

/**
 * The rules of Supabase's database advisors, held by tests of our own from issue 'Proof' on. `npm run splinter` asks the
 * public linter itself.
 */
let server: PostgresServer
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server.stop())

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

describe('indexes', () => {
  it('each is what some request of the product is answered by', async () => {
    const database = await server.createDatabase()
    expect(await rehearse(database, neverUsedIndexes)).not.toEqual([])
    await playTraffic(database)
    expect(await rehearse(database, neverUsedIndexes)).toEqual([])
  })
})
