import { describe, expect, it } from 'vitest'
import { rehearse } from '../support/postgres'
import { readMigrations } from '../support/postgres-hosted'
import { ownDatabase } from '../support/shared-postgres'
import { lintProblems, neverUsedIndexes } from './lint'
import { KEY_PLANTS, PG_GRAPHQL, PLANTS } from './lint-plants'
import { schemaProblems } from './rules'
import { playTraffic } from './traffic'

/** Our own checks of the rules of Supabase's database advisors. `npm run splinter` runs the public linter itself. */
const database = await ownDatabase()
const automatic = await ownDatabase({ grants: 'automatic' })

describe.each([
  ['none', database],
  ['automatic', automatic],
])("with Supabase's automatic grants: %s", (_, granted) => {
  it("the advisors' rules find nothing in the schema", async () => {
    expect(await rehearse(granted, lintProblems)).toEqual([])
  })
})

describe('a planted violation is noticed', () => {
  it.each(PLANTS)('$lint: $says', async ({ plant, says }) => {
    const problems = await rehearse(database, async (query) => {
      await query(plant)
      return [...(await lintProblems(query)), ...(await schemaProblems(query))]
    })
    expect(problems).toContain(says)
  })
})

describe('a key that does not begin with the coach is noticed', () => {
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
    expect(await rehearse(database, neverUsedIndexes)).not.toEqual([])
    await playTraffic(database)
    expect(await rehearse(database, neverUsedIndexes)).toEqual([])
  })
})
