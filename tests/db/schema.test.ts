import { describe, expect, it } from 'vitest'
import { rehearse } from '../support/postgres'
import type { Query } from '../support/postgres-database'
import { readMigrations } from '../support/postgres-hosted'
import { ownDatabase } from '../support/shared-postgres'
import { EXPECTED, REFUSED } from './expectations'
import { CALLABLE, TABLE_GRANTS } from './grants'
import {
  brokenScenes,
  callableFunctions,
  crossTenantReferences,
  REFERENCES,
  schemaProblems,
  tableGrants,
} from './rules'
import { makeTenants, tenantOutcomes } from './tenants'

const none = await ownDatabase()
const automatic = await ownDatabase({ grants: 'automatic' })

describe.each([
  ['none', none],
  ['automatic', automatic],
])("with Supabase's automatic grants: %s", (_, database) => {
  const rehearsed = <T>(work: (query: Query) => Promise<T>) => rehearse(database, work)

  it('each table lets its owner, another coach and a visitor do exactly what is expected', async () => {
    expect(await rehearsed(async (query) => tenantOutcomes(query, await makeTenants(query)))).toEqual(
      EXPECTED,
    )
  })

  it('every grant on a table has its reason, column by column, and every reason its grant', async () => {
    expect((await rehearsed(tableGrants)).toSorted()).toEqual(Object.keys(TABLE_GRANTS).toSorted())
  })

  it('every function that a role may call has its reason, and every reason its function', async () => {
    expect(await rehearsed(callableFunctions)).toEqual(CALLABLE)
  })

  it('no row can point at a row of another coach, whoever writes it', async () => {
    const refusals = await rehearsed(async (query) => crossTenantReferences(query, await makeTenants(query)))
    expect(Object.keys(refusals)).toHaveLength(REFERENCES)
    for (const [key, refusedBy] of Object.entries(refusals)) expect(refusedBy).toBe(key)
  })

  it('the whole schema obeys its rules', async () => {
    expect(await rehearsed(schemaProblems)).toEqual([])
  })

  it('where PostgREST has its role, it is told to ask the database before each request', async () => {
    const asked = (await readMigrations()).filter(({ sql }) => sql.includes('pgrst.db_pre_request'))
    const settings = await rehearsed(async (query) => {
      await query('create role authenticator')
      await query('drop function private.check_request()')
      for (const { sql } of asked) await query(sql)
      return query<{ setting: string }>(
        `select unnest(setconfig) as setting from pg_db_role_setting where setrole = 'authenticator'::regrole`,
      )
    })
    expect(settings).toEqual([{ setting: 'pgrst.db_pre_request=private.check_request' }])
  })

  it('a visitor with a forged claim is still a visitor', async () => {
    const tenants = await rehearsed(makeTenants)
    await expect(
      database.sql.begin((sql) =>
        sql.unsafe(
          `set local role anon; select set_config('request.jwt.claims', '{"sub":"${tenants.owner}"}', true);
           select * from public.students`,
        ),
      ),
    ).rejects.toMatchObject({ code: REFUSED })
  })
})

it("the scenes of a coach's life play out", async () => {
  expect(await rehearse(none, async (query) => brokenScenes(query, await makeTenants(query)))).toEqual([])
})
