import { expect, it } from 'vitest'
import type { Query } from '../support/postgres-database.ts'
import { functionsOf } from './functions.ts'
import { SECRET, type Actor, type Scene } from './scene.ts'
import { tablesOf } from './tables.ts'

/**
 * The embedded API may refuse what hosted PostgREST would pass on. So this attacks row-level security directly, by SQL
 * as the API's roles, with more than PostgREST can be made to send.
 */

/** Runs a statement and rolls it back; returns its rows as one text, or the SQLSTATE and message of its refusal. */
async function told(query: Query, statement: string): Promise<string> {
  await query('savepoint tried')
  try {
    return JSON.stringify(await query(statement))
  } catch (error) {
    return error instanceof Error && 'code' in error
      ? `${String(error.code)} ${error.message}`
      : String(error)
  } finally {
    await query('rollback to savepoint tried')
  }
}

const NOT_FOR_COACHES = [
  'select * from auth.users',
  'select * from private.attempts',
  'select * from private.used_links',
  'select * from supabase_migrations.schema_migrations',
  'select rolpassword from pg_catalog.pg_authid',
  `select pg_read_file('/etc/passwd')`,
  `select lo_import('/etc/passwd')`,
  `copy public.students to program 'id'`,
  'create table public.mine (id int)',
  'create function public.mine() returns int language sql as $$ select 1 $$',
  'create schema mine',
  'alter table public.students disable row level security',
  'alter table public.students disable trigger user',
  'create policy mine on public.students using (true)',
  'truncate public.students cascade',
  'drop table public.students',
  'update pg_catalog.pg_class set relrowsecurity = false',
  'lock table public.students in access exclusive mode',
  'set local session_replication_role = replica',
  'update private.ledger_numbers set last = 1',
]

/**
 * Side channels that may reveal a row without selecting it: cast errors, divisions by zero, queries in XML functions.
 */
const sideChannels = (table: string) => [
  `select to_jsonb(t)::text::int from public.${table} t`,
  `select 1 / (case when to_jsonb(t)::text like '%${SECRET.slice(0, 4)}%' then 0 else 1 end) from public.${table} t`,
  `select * from public.${table} t where pg_catalog.length(to_jsonb(t)::text) / 0 = 1`,
  `select query_to_xml('select * from public.${table}', true, true, '')`,
  `delete from public.${table} t returning to_jsonb(t)`,
]

export function attackWall(of: () => Scene): void {
  const as = async (actor: Actor, work: (query: Query) => Promise<void>) => {
    await of().asRole(actor, work)
  }

  it('no table says anything of another coach’s rows, by select, cast, error, count or delete', async () => {
    const scene = of()
    const { victim, visitor } = scene
    const stranger = await scene.another()
    for (const { name } of await tablesOf(scene)) {
      for (const actor of [stranger, visitor]) {
        await as(actor, async (query) => {
          for (const statement of [`select to_jsonb(t) from public.${name} t`, ...sideChannels(name)]) {
            const answer = await told(query, statement)
            expect(answer, `${actor.name}: ${statement}`).not.toContain(SECRET)
            expect(answer, `${actor.name}: ${statement}`).not.toContain(victim.id)
          }
        })
      }
    }
  })

  it('functions that the API does not show serve their caller alone, even called directly', async () => {
    const scene = of()
    const { victim, hostile, visitor } = scene
    const values: Record<string, string> = {
      uuid: `'${victim.rows.student}'`,
      'uuid[]': `array['${victim.rows.session}', '${victim.rows.student}']::uuid[]`,
      jsonb: `'{}'`,
      text: `'x'`,
      date: `'2026-02-01'`,
      'timestamp with time zone': `'-infinity'`,
    }
    for (const { name, args } of await functionsOf(scene, 'private')) {
      // Whoever has the link may read the public page.
      if (name === 'student_public_data') continue
      for (const actor of [hostile, visitor]) {
        await as(actor, async (query) => {
          const list = args.map(({ type }) => values[type] ?? 'null').join(', ')
          expect(await told(query, `select private.${name}(${list})::text`), name).not.toContain(SECRET)
        })
      }
    }
  })

  it('what is the owner’s or the server’s is refused to the API’s roles: 42501 for each', async () => {
    const { hostile, visitor } = of()
    for (const actor of [hostile, visitor]) {
      for (const statement of NOT_FOR_COACHES) {
        await as(actor, async (query) => {
          expect(await told(query, statement), `${actor.name}: ${statement}`).toMatch(/^42501/)
        })
      }
    }
  })
}
